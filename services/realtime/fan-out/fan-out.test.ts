// Two servers on one database: in one process here, in separate processes in processes.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import type { RealtimeChannel } from '@supabase/supabase-js'
import { eventually } from '#testing/eventually.ts'
import { inbox, realtimeApp, subscribed } from '#testing/realtime-app.ts'

const app = await realtimeApp({ limits: { messagesPerSecondOfPool: 10_000, framesPerSecond: 1000 } })
const second = await app.another()
type Told = { event: string; payload: { n?: number; text?: string } | ArrayBuffer; meta?: unknown }
let rooms = 0

async function join(room: string, server: { url: string } = app, config: object = {}) {
  const channel = app.visit(app.anonKey, { server }).channel(room, { config })
  const received = inbox<Told>()
  const system = inbox<{ message: string }>()
  channel.on('broadcast', { event: '*' }, (message) => received.put(message as never))
  channel.on('system', {}, (message) => system.put(message as never))
  assert.equal((await subscribed(channel)).status, 'SUBSCRIBED')
  return { channel, received, system }
}
const say = (channel: RealtimeChannel, event: string, payload: unknown = {}) =>
  channel.send({ type: 'broadcast', event, payload })

test('a message from one process reaches the others once, in order, however long it is', async () => {
  const room = `room ${++rooms}`
  const [a, b, beside] = [await join(room), await join(room, second), await join(room)]
  for (let n = 0; n < 60; n++) void say(a.channel, 'n', { n, text: 'x'.repeat(n % 7 === 3 ? 20_000 : 10) })
  void say(a.channel, 'bytes', Uint8Array.of(0, 255).buffer)
  void say(a.channel, 'more bytes', new Uint8Array(9000).fill(200).buffer)
  for (const { received } of [beside, b]) {
    for (let n = 0; n < 60; n++) assert.equal(((await received.next()).payload as { n: number }).n, n)
    assert.deepEqual(new Uint8Array((await received.next()).payload as ArrayBuffer), Uint8Array.of(0, 255))
    assert.equal(((await received.next()).payload as ArrayBuffer).byteLength, 9000)
  }
  await say(b.channel, 'back')
  assert.equal((await a.received.next()).event, 'back')
  assert.equal((await beside.received.next()).event, 'back')
  assert.deepEqual([a.received.all.length, b.received.all.length, beside.received.all.length], [1, 62, 63])
})

test('equal messages all arrive', async () => {
  const room = `room ${++rooms}`
  const [a, b] = [await join(room), await join(room, second)]
  for (let n = 0; n < 20; n++) void say(a.channel, 'same')
  await say(a.channel, 'last')
  for (let n = 0; n < 20; n++) assert.equal((await b.received.next()).event, 'same')
  assert.equal((await b.received.next()).event, 'last')
})

test('a process without sockets sends by HTTP to sockets of another; long messages leave nothing behind', async () => {
  const room = `room ${++rooms}`
  const third = await app.another()
  const { received } = await join(room, second)
  const answer = await fetch(`${third.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: app.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      messages: [{ topic: room, event: 'by http', payload: { text: 'y'.repeat(9000) } }],
    }),
  })
  assert.equal(answer.status, 202)
  assert.equal(((await received.next()).payload as { text: string }).text.length, 9000)
  await app.owner.query(`update realtime.parcels set created_at = now() - interval '2 minutes'`)
  const { createFanOut } = await import('./fan-out.ts')
  const events = { wants: () => false, onNotice() {}, onReconnect() {}, onMissed() {}, onOutboxLost() {} }
  await createFanOut(app.kernel.database, app.kernel.log, events).tidy()
  assert.equal((await app.owner.query('select from realtime.parcels')).rows.length, 0)
})

test('after a lost notification connection, members are notified that messages may be missing, and delivery continues', async () => {
  const room = `room ${++rooms}`
  const presence = { presence: { key: 'here' } }
  const a = await join(room, app, presence)
  const far = await app.another()
  const watching = app.visit(app.anonKey, { server: far }).channel(room)
  const system = inbox<{ message: string }>()
  const changes = inbox<{ event: string; key: string }>()
  const received = inbox<Told>()
  watching.on('presence', { event: 'join' }, (change) => changes.put(change as never))
  watching.on('system', {}, (message) => system.put(message as never))
  watching.on('broadcast', { event: '*' }, (message) => received.put(message as never))
  await subscribed(watching)
  await a.channel.track({ name: 'a' })
  assert.equal((await changes.next()).key, 'here')

  // Every notification connection of every process, all at the same time.
  const login = new pg.Client({ connectionString: app.appUrl })
  await login.connect()
  await login.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'bolt-blocks-listen' and datname = current_database()`,
  )
  await login.end()
  const late = await join(room, app, { presence: { key: 'later' } })
  void late.channel.track({ name: 'b' })
  assert.match((await system.next()).message, /may have been missed/)
  assert.match((await a.system.next()).message, /may have been missed/)
  await eventually('both are present', async () => Object.keys(watching.presenceState()).length === 2)
  assert.deepEqual(Object.keys(watching.presenceState()).sort(), ['here', 'later'])
  await say(a.channel, 'after')
  assert.equal((await received.next()).event, 'after')
  const { rows } = await app.owner.query<{ n: number }>(
    `select count(*)::integer as n from realtime.presences p where topic = $1
       and exists (select from realtime.processes where id = p.process_id)`,
    [room],
  )
  assert.equal(rows[0]!.n, 2)
})

test('a process without its lock is removed with its presences; everyone else stays', async () => {
  const room = `room ${++rooms}`
  const remaining = await join(room, second, { presence: { key: 'stays' } })
  await remaining.channel.track({})
  // What a killed process leaves behind: rows, but no lock.
  await app.owner.query(
    `with process as (insert into realtime.processes (id) values (999999) returning id)
     insert into realtime.presences (pool_id, private, topic, ref, process_id, presence_key, meta)
     select '00000000-0000-0000-0000-000000000000', false, $1, 'ghost', id, 'ghost', '{"phx_ref":"ghost"}'
     from process`,
    [room],
  )
  const third = await app.another()
  const late = app.visit(app.anonKey, { server: third }).channel(room)
  late.on('presence', { event: 'sync' }, () => undefined)
  await subscribed(late)
  await eventually('the ghost is gone', async () => {
    const { rows } = await app.owner.query(`select from realtime.presences where ref = 'ghost'`)
    return rows.length === 0 && Object.keys(late.presenceState()).join() === 'stays'
  })
})
