import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RealtimeChannel } from '@supabase/supabase-js'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { inbox, realtimeApp, subscribed } from '#testing/realtime-app.ts'

/** Permissions are cached only for a moment, so that the test does not have to wait. */
const app = await realtimeApp({ limits: { sendRightsMs: 30, receiveRightsMs: 60 } })
const tenant = await makeTenant(app.database)
const member = await signUp(app, tenant.public_key)
const other = await signUp(app, tenant.public_key)
const stranger = await signUp(app, (await makeTenant(app.database)).public_key)
const creator = await signUp(app, app.anonKey)

/**
 * Signs in. The token is set before anything is joined, as the official client requires for private channels.
 */
async function as({ access_token: token }: { access_token: string }, key = tenant.public_key) {
  const client = app.visit(key, { token })
  await client.realtime.setAuth()
  return client
}
const secret = { config: { private: true, broadcast: { ack: true } } }
const refusal = (topic: string) =>
  `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`

/** Gives end users of the tenant this permission on topics of this name. */
async function allow(name: string, command: 'select' | 'insert', topic: string, extension?: string) {
  const condition = `topic like '${topic}'${extension ? ` and extension = '${extension}'` : ''}`
  await app.owner.query(
    `create policy "${name}" on realtime.messages for ${command} to end_user
     ${command === 'select' ? 'using' : 'with check'} (${condition})`,
  )
}
const forbid = (name: string) => app.owner.query(`drop policy "${name}" on realtime.messages`)

async function join(channel: RealtimeChannel) {
  const received = inbox<{ event: string; payload: unknown }>()
  const system = inbox<{ status: string; message: string }>()
  const states = inbox<string>()
  channel.on('broadcast', { event: '*' }, (message) => received.put(message as never))
  channel.on('system', {}, (message) => system.put(message as never))
  await new Promise<void>((resolve, reject) =>
    channel.subscribe((status: string, error) => {
      states.put(status)
      if (status === 'SUBSCRIBED') resolve()
      else reject(error ?? new Error(status))
    }),
  )
  await states.next()
  return { received, system, states }
}
const say = (channel: RealtimeChannel, event: string) =>
  channel.send({ type: 'broadcast', event, payload: {} })

test('[M01] [S4-076] joining a private channel without a policy is rejected with a message', async () => {
  for (const client of [
    await as(member),
    app.visit(tenant.public_key),
    app.visit(),
    await as(creator, app.anonKey),
  ]) {
    const { status, error } = await subscribed(client.channel('vault', secret))
    assert.equal(status, 'CHANNEL_ERROR')
    assert.equal(error!.message, refusal('vault'))
    await client.removeAllChannels()
  }
})

test('[M01] forged tokens, tokens of another pool and tokens of an older key grant nothing', async () => {
  const room = 'public room'
  const speaker = app.visit(tenant.public_key).channel(room)
  await join(speaker)
  for (const token of [
    `${member.access_token.slice(0, -4)}AAAA`,
    stranger.access_token,
    creator.access_token,
    'nonsense',
    (await makeTenant(app.database)).public_key + 'x',
  ]) {
    const received = inbox()
    const client = await as({ access_token: token })
    const channel = client.channel(room).on('broadcast', { event: '*' }, (message) => received.put(message))
    const { status, error } = await subscribed(channel)
    assert.equal(status, 'CHANNEL_ERROR')
    assert.match(error!.message, /^InvalidJWTToken: /)
    assert.equal(await say(speaker, 'hello'), 'ok')
    assert.deepEqual(received.all, [])
    await client.removeAllChannels()
  }
})

test('[M01] [S4-077] users with read permission can join; another user’s own topic stays closed', async () => {
  const topic = `user:${member.user.id}`
  const mine = (await as(member)).channel(topic, secret)
  const { received } = await join(mine)
  assert.equal((await subscribed((await as(other)).channel(topic, secret))).error!.message, refusal(topic))
  const second = (await as(member)).channel(topic, secret)
  await join(second)
  assert.equal(await say(second, 'from my other device'), 'ok')
  assert.equal((await received.next()).event, 'from my other device')
  // The public channel of the same name is a different one.
  const open = (await as(other)).channel(topic, { config: { broadcast: { ack: true } } })
  await join(open)
  assert.equal(await say(open, 'from outside'), 'ok')
  assert.equal(await say(second, 'last'), 'ok')
  assert.equal((await received.next()).event, 'last')
})

test('[M06] users with only read permission cannot send or be present, by socket or by HTTP', async () => {
  await allow('may listen', 'select', 'lecture%')
  const listener = (await as(member)).channel('lecture 1', secret)
  const { received } = await join(listener)
  const service = app.visit(app.serviceKey, { realtime: { params: { 'x-bb-pool': tenant.id } } })
  const teacher = service.channel('lecture 1', secret)
  const seen = inbox()
  teacher.on('presence', { event: 'join' }, (one) => seen.put(one))
  const { received: toTeacher } = await join(teacher)
  assert.equal(await say(listener, 'heckling'), 'error')
  assert.equal(await listener.track({ name: 'loud' }), 'error')
  const headers = { apikey: tenant.public_key, authorization: `Bearer ${member.access_token}` }
  const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
    fetch(`${app.url}/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers, ...more },
      body: JSON.stringify(body),
    })
  const message = (isPrivate: boolean) => ({
    topic: 'lecture 1',
    event: 'by http',
    payload: {},
    private: isPrivate,
  })
  for (const answer of [
    await post('', { messages: [message(false), message(true)] }),
    await post('/lecture%201/events/by%20http?private=true', {}),
    await post(
      '/lecture%201/events/by%20http?private=true',
      {},
      {
        apikey: app.anonKey,
        authorization: `Bearer ${creator.access_token}`,
        'x-bb-pool': tenant.id,
      },
    ),
  ]) {
    assert.equal(answer.status, 403)
    assert.match(((await answer.json()) as { error: string }).error, /do not have permissions|not yours/)
  }
  assert.equal(await say(teacher, 'lesson'), 'ok')
  assert.equal((await received.next()).event, 'lesson')
  assert.deepEqual([toTeacher.all, seen.all], [[], []])
})

test('[M06] permissions for messages and for presences are separate', async () => {
  await allow('read broadcasts', 'select', 'split%', 'broadcast')
  await allow('be seen', 'insert', 'split%', 'presence')
  const a = (await as(member)).channel('split', secret)
  const states = inbox()
  a.on('presence', { event: 'sync' }, () => states.put(a.presenceState()))
  await join(a)
  assert.equal(await a.track({ name: 'a' }), 'ok')
  assert.equal(await say(a, 'x'), 'error')
  await allow('read presences', 'select', 'split%', 'presence')
  const b = (await as(other)).channel('split', secret)
  const seen = inbox<{ newPresences: { name: string }[] }>()
  b.on('presence', { event: 'join' }, (one) => seen.put(one as never))
  await join(b)
  assert.equal((await seen.next()).newPresences[0]!.name, 'a')
  assert.deepEqual(a.presenceState(), {}, 'may not see presences')
})

test('[M06] a dropped policy takes effect: nothing more is sent or received', async () => {
  await allow('club', 'select', 'club%')
  await allow('club talk', 'insert', 'club%')
  const [a, b] = [(await as(member)).channel('club', secret), (await as(other)).channel('club', secret)]
  const toA = await join(a)
  const toB = await join(b)
  assert.equal(await say(a, 'one'), 'ok')
  assert.equal((await toB.received.next()).event, 'one')

  await forbid('club talk')
  await eventually('the right to speak is gone', async () => (await say(a, 'two')) === 'error')
  await new Promise((resolve) => setTimeout(resolve, 60)) // Wait until the cached permissions expire.
  await forbid('club')
  const service = app.visit(app.serviceKey, { realtime: { params: { 'x-bb-pool': tenant.id } } })
  const speaker = service.channel('club', secret)
  await join(speaker)
  await new Promise((resolve) => setTimeout(resolve, 60))
  assert.equal(await say(speaker, 'for members only'), 'ok')
  for (const { system, states, received } of [toA, toB]) {
    assert.equal(
      (await system.next()).message,
      'You no longer have permission to read from this Channel topic: club',
    )
    assert.equal(await states.next(), 'CLOSED')
    assert.ok(received.all.every(({ event }) => event !== 'for members only'))
  }
})

test('a member who joins a private channel late gets stored messages replayed once', async () => {
  const topic = `user:${member.user.id}`
  const before = Date.now() - 1000
  const sender = (await as(member)).channel(topic, secret)
  await join(sender)
  const keep = (event: string) => sender.send({ type: 'broadcast', event, payload: { event }, persist: true })
  assert.deepEqual([await keep('first'), await keep('second')], ['ok', 'ok'])
  const late = (await as(member)).channel(topic, {
    config: { private: true, broadcast: { replay: { since: before, limit: 5 } } },
  })
  const { received } = await join(late)
  type Replayed = { event: string; payload: { event: string }; meta: { id: string; replayed?: boolean } }
  const [first, second] = [(await received.next()) as Replayed, (await received.next()) as Replayed]
  assert.deepEqual([first.payload.event, second.payload.event], ['first', 'second'])
  assert.equal(first.meta.replayed, true)
  assert.equal(await say(sender, 'now'), 'ok')
  assert.equal((await received.next()).event, 'now')
  assert.equal(received.all.length, 3)
})
