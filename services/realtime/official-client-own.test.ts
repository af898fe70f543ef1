// The official client's automatic behavior, and its methods besides sending, against this server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgresChangesFilter } from '@supabase/supabase-js'
import { RealtimeClient } from '@supabase/realtime-js'
import { inbox, realtimeApp, subscribed } from '#testing/realtime-app.ts'
import { LIMITS } from './limits.ts'

const app = await realtimeApp()
const wsUrl = `${app.url.replace('http', 'ws')}/realtime/v1`
let rooms = 0

test('a client alone: connects, reports its state, lists its channels, logs, sends heartbeats, disconnects and reconnects', async () => {
  const logged: string[] = []
  const beats = inbox<string>()
  const client = new RealtimeClient(wsUrl, {
    params: { apikey: app.anonKey },
    heartbeatIntervalMs: 5000,
    logger: (kind, message) => logged.push(`${kind} ${message}`),
  })
  assert.equal(client.connectionState(), 'closed')
  assert.deepEqual(client.endpointURL(), `${wsUrl}/websocket?apikey=${app.anonKey}&vsn=2.0.0`)
  const channel = client.channel(`room ${++rooms}`)
  assert.equal(client.channel(channel.subTopic), channel, 'the same topic is the same channel')
  client.connect()
  assert.ok(client.isConnecting())
  assert.equal((await subscribed(channel)).status, 'SUBSCRIBED')
  assert.ok(client.isConnected() && !client.isDisconnecting())
  assert.deepEqual(client.getChannels(), [channel])
  client.onHeartbeat((status) => beats.put(status))
  await client.sendHeartbeat()
  assert.deepEqual([await beats.next(), await beats.next()], ['sent', 'ok'])
  assert.ok(client.hasLogger())
  client.log('test', 'a line of one’s own')
  assert.ok(logged.includes('test a line of one’s own'))
  // All its readable properties while it is connected.
  const { endPoint, timeout, transport, vsn, sendBuffer, stateChangeCallbacks, reconnectTimer } = client
  assert.deepEqual([endPoint, timeout, vsn, sendBuffer], [`${wsUrl}/websocket`, 10_000, '2.0.0', []])
  assert.ok(transport && stateChangeCallbacks.open.length && reconnectTimer)
  assert.deepEqual([client.heartbeatIntervalMs, client.pendingHeartbeatRef], [5000, null])
  assert.ok(client.heartbeatTimer)
  for (const part of [client.heartbeatCallback, client.encode, client.decode])
    assert.equal(typeof part, 'function')

  await client.disconnect()
  assert.equal(client.connectionState(), 'closed')
  assert.equal(app.realtime.counts().sockets, 0)
  const again = client.channel(`room ${++rooms}`)
  assert.equal((await subscribed(again)).status, 'SUBSCRIBED')
  await client.removeAllChannels()
})

test('[S9-032] [S9-033] it sends a heartbeat every 25 seconds, of which we tolerate two missing, and reconnects after 1, 2, 5 and 10', () => {
  const client = new RealtimeClient(wsUrl, { params: { apikey: app.anonKey } })
  assert.equal(client.heartbeatIntervalMs, 25_000)
  assert.ok(LIMITS.silenceMs > 2 * client.heartbeatIntervalMs)
  const delays = [1, 2, 3, 4, 5].map((tries) => client.reconnectAfterMs(tries))
  assert.deepEqual(delays, [1000, 2000, 5000, 10_000, 10_000])
})

test('push sends what the client has no method for; a token is set manually', async () => {
  const client = new RealtimeClient(wsUrl, { params: { apikey: app.anonKey }, vsn: '1.0.0' })
  const channel = client.channel(`room ${++rooms}`, { config: { broadcast: { self: true } } })
  const received = inbox<{ event: string }>()
  channel.on('broadcast', { event: '*' }, (message) => received.put(message as never))
  await client.setAuth(app.serviceKey)
  assert.equal((await subscribed(channel)).status, 'SUBSCRIBED')
  client.push({
    topic: channel.topic,
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'by hand', payload: {} },
    ref: '99',
  })
  assert.equal((await received.next()).event, 'by hand')
  await client.removeAllChannels()
})

test('a channel: state, presence, a later join payload, copies of bindings, leaving one and all channels', async () => {
  const client = app.visit()
  const channel = client.channel(`room ${++rooms}`, { config: { presence: { key: 'me' } } })
  assert.deepEqual([channel.state, channel.joinedOnce, channel.timeout], ['closed', false, 10_000])
  const synced = inbox()
  channel.on('presence', { event: 'sync' }, () => synced.put(channel.presence.state))
  const first = subscribed(channel)
  assert.equal(channel.state, 'joining')
  assert.equal((await first).status, 'SUBSCRIBED')
  assert.deepEqual([channel.state, channel.joinedOnce], ['joined', true])
  assert.ok(channel.joinPush && channel.rejoinTimer)
  await synced.next()
  await channel.track({ name: 'me' })
  const [{ name }] = ((await synced.next()) as { me: [{ name: string }] }).me
  assert.equal(name, 'me')

  const copy = client.channel(`room ${++rooms}`)
  copy.copyBindings(channel)
  copy.updateJoinPayload({ user_token: app.serviceKey })
  assert.equal((await subscribed(copy)).status, 'SUBSCRIBED')
  assert.equal(await copy.unsubscribe(), 'ok')
  assert.equal(copy.state, 'closed')

  const other = client.channel(`room ${++rooms}`)
  await subscribed(other)
  assert.equal(await client.removeChannel(other), 'ok')
  assert.deepEqual(client.getChannels(), [channel])
  assert.deepEqual(await client.removeAllChannels(), ['ok'])
  other.teardown()
  assert.deepEqual(client.getChannels(), [])
})

test('[S4-074] a server that does not respond is timed out', async () => {
  const { WebSocketServer } = await import('ws')
  const silent = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number }
  const client = new RealtimeClient(`ws://127.0.0.1:${port}`, { params: { apikey: 'x' }, timeout: 100 })
  assert.equal((await subscribed(client.channel('room'))).status, 'TIMED_OUT')
  await client.removeAllChannels()
  silent.close()
  silent.clients.forEach((socket) => socket.terminate())
})

test('every operator of the filter builder restricts a subscription', async () => {
  await app.owner.query(`
    create table public.wares (id int primary key, name text, sold boolean);
    select app.protect('public.wares');
    select realtime.publish('public.wares');`)
  const f = postgresChangesFilter
  const cases: [filter: ReturnType<typeof f>, ids: number[]][] = [
    [f().eq('id', 1), [1]],
    [f().neq('id', 1), [2, 3]],
    [f().gt('id', 1).lt('id', 3), [2]],
    [f().gte('id', 2), [2, 3]],
    [f().lte('id', 2), [1, 2]],
    [f().in('name', ['Oak, (solid)', 'lamp']), [1, 2]],
    [f().like('name', 'Oak%'), [1]],
    [f().ilike('name', 'LAM_'), [2]],
    [f().match('name', '^l.*p$'), [2]],
    [f().imatch('name', '^LAMP$'), [2]],
    [f().is('sold', true), [1]],
    [f().isDistinct('sold', true), [2, 3]],
    [f().not('name', 'is', null), [1, 2]],
  ]
  assert.equal(f().eq('id', 1).toString(), f().eq('id', 1).build())
  const channel = app.visit(app.serviceKey).channel('wares')
  const found = cases.map(() => [] as number[])
  const end = inbox()
  cases.forEach(([filter], i) =>
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'wares', filter }, (change) =>
      found[i]!.push((change.new as { id: number }).id),
    ),
  )
  channel.on('postgres_changes', { event: 'DELETE', schema: 'public', table: 'wares' }, (change) =>
    end.put(change),
  )
  assert.deepEqual(await subscribed(channel), { status: 'SUBSCRIBED', error: undefined })
  await app.owner.query(
    `insert into public.wares values (1, 'Oak, (solid)', true), (2, 'lamp', false), (3, null, null)`,
  )
  await app.owner.query('delete from public.wares where id = 1')
  await end.next()
  assert.deepEqual(
    found,
    cases.map(([, ids]) => ids),
  )
})
