import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { inbox, realtimeApp, subscribed } from '#testing/realtime-app.ts'
import type { RealtimeChannel } from '@supabase/supabase-js'

const app = await realtimeApp()
type Received = { type: string; event: string; payload: unknown; meta?: unknown }
let rooms = 0
/** A topic of the test's own. */
const newRoom = () => `room ${++rooms}`

function listen(channel: RealtimeChannel) {
  const received = inbox<Received>()
  channel.on('broadcast', { event: '*' }, (message) => received.put(message as Received))
  return received
}

async function join(channel: RealtimeChannel) {
  const received = listen(channel)
  assert.deepEqual(await subscribed(channel), { status: 'SUBSCRIBED', error: undefined })
  return received
}
const say = (channel: RealtimeChannel, event: string, payload: unknown = {}) =>
  channel.send({ type: 'broadcast', event, payload })

for (const vsn of ['1.0.0', '2.0.0'])
  test(`[S4-073] [S7-114] a message reaches the others, but not its sender (vsn ${vsn})`, async () => {
    const room = newRoom()
    const a = app.visit(app.anonKey, { realtime: { vsn } }).channel(room)
    const b = app.visit(app.anonKey, { realtime: { vsn } }).channel(room)
    const [toA, toB] = [await join(a), await join(b)]
    const payload = { n: 1, text: 'Grüße 🌍', list: [null, true], __proto: {} }
    assert.equal(await say(a, 'hello', payload), 'ok')
    assert.deepEqual(await toB.next(), { type: 'broadcast', event: 'hello', payload })
    assert.equal(await say(b, 'back'), 'ok')
    assert.equal((await toA.next()).event, 'back')
    assert.equal(toA.all.length, 1)
  })

test('with self the sender receives its own message, with ack a reply confirms it; events are separate', async () => {
  const client = app.visit()
  const channel = client.channel(newRoom(), { config: { broadcast: { self: true, ack: true } } })
  const only = inbox<Received>()
  channel.on('broadcast', { event: 'wanted' }, (message) => only.put(message as Received))
  const all = await join(channel)
  assert.equal(await say(channel, 'other', { n: 1 }), 'ok')
  assert.equal(await say(channel, 'wanted', { n: 2 }), 'ok')
  assert.deepEqual([(await all.next()).event, (await all.next()).event], ['other', 'wanted'])
  assert.deepEqual((await only.next()).payload, { n: 2 })
  assert.equal(only.all.length, 1)
})

test('clients of both versions exchange messages; bytes reach only clients that support them', async () => {
  const room = newRoom()
  const old = app.visit(app.anonKey, { realtime: { vsn: '1.0.0' } }).channel(room)
  const sender = app.visit().channel(room)
  const receiver = app.visit().channel(room)
  const [toOld, , toReceiver] = [await join(old), await join(sender), await join(receiver)]
  await say(old, 'from-old', { n: 1 })
  assert.deepEqual((await toReceiver.next()).payload, { n: 1 })

  const bytes = Uint8Array.of(0, 255, 128, 10)
  await say(sender, 'bytes', bytes.buffer)
  await say(sender, 'text', { n: 2 })
  const got = await toReceiver.next()
  assert.equal(got.event, 'bytes')
  assert.deepEqual(new Uint8Array(got.payload as ArrayBuffer), bytes)
  assert.deepEqual(await toOld.next(), { type: 'broadcast', event: 'text', payload: { n: 2 } })
  assert.equal(toOld.all.length, 1, 'version 1.0.0 does not support bytes')
})

test('[M01] the same topic in two tenants, and in the creators’ pool, is three channels', async () => {
  const [one, other] = [await makeTenant(app.database), await makeTenant(app.database)]
  const room = newRoom()
  const keys = [one.public_key, other.public_key, app.anonKey]
  const channels = keys.map((key) => app.visit(key).channel(room))
  const received = []
  for (const channel of channels) received.push(await join(channel))
  const second = app.visit(one.public_key).channel(room)
  await join(second)
  for (const [i, channel] of [second, channels[1]!, channels[2]!].entries()) await say(channel, `from ${i}`)
  assert.equal((await received[0]!.next()).event, 'from 0')
  // A message in the wrong channel would have arrived before this one.
  await say(second, 'last')
  assert.equal((await received[0]!.next()).event, 'last')
  assert.deepEqual(
    received.map(({ all }) => all.length),
    [2, 0, 0],
  )
})

test('the service can send to channels of a tenant that it selects; others can select only their own tenants', async () => {
  const tenant = await makeTenant(app.database)
  const room = newRoom()
  const visitor = app.visit(tenant.public_key).channel(room)
  const received = await join(visitor)
  const params = { 'x-bb-pool': tenant.id.toUpperCase() }
  const service = app.visit(app.serviceKey, { realtime: { params } }).channel(room)
  await join(service)
  await say(service, 'hello')
  assert.equal((await received.next()).event, 'hello')
  // Also over HTTP, where the client repeats the parameters of the socket's URL, whether the channel is
  // joined or not.
  assert.deepEqual(await service.httpSend('over http', {}), { success: true })
  assert.equal((await received.next()).event, 'over http')
  assert.equal(await say(app.visit(app.serviceKey, { realtime: { params } }).channel(room), 'unjoined'), 'ok')
  assert.equal((await received.next()).event, 'unjoined')
  const stranger = app.visit(app.anonKey, { realtime: { params } }).channel(room)
  await assert.rejects(stranger.httpSend('unheard', {}), /tenant/)
  for (const [key, named] of [
    [app.anonKey, tenant.id],
    [(await makeTenant(app.database)).public_key, tenant.id],
    [app.serviceKey, 'nonsense'],
  ] as const) {
    const { status, error } = await subscribed(
      app.visit(key, { realtime: { params: { 'x-bb-pool': named } } }).channel(room),
    )
    assert.equal(status, 'CHANNEL_ERROR')
    assert.match(error!.message, /UnknownPool/)
  }
})

test('a message that is too large is rejected, and the channel stays open', async () => {
  const channel = app.visit().channel(newRoom(), { config: { broadcast: { ack: true, self: true } } })
  const received = await join(channel)
  assert.equal(await say(channel, 'big', { text: 'x'.repeat(256_001) }), 'error')
  assert.equal(await say(channel, 'fits', { text: 'x'.repeat(250_000) }), 'ok')
  assert.equal((await received.next()).event, 'fits')
})
