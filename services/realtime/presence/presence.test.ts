import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RealtimeChannel } from '@supabase/supabase-js'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { inbox, realtimeApp, subscribed } from '#testing/realtime-app.ts'

const app = await realtimeApp({ limits: { presences: 5 } })
const second = await app.another()
let rooms = 0

interface Change {
  event: 'join' | 'leave'
  key: string
  newPresences?: Record<string, unknown>[]
  leftPresences?: Record<string, unknown>[]
}

/** Joins a channel and records the presence events that it receives. */
async function enter(room: string, key = '', server: { url: string } = app, apiKey = app.anonKey) {
  const channel = app.visit(apiKey, { server }).channel(room, { config: { presence: { key } } })
  const changes = inbox<Change>()
  const syncs = inbox<RealtimeChannel['presenceState']>()
  channel
    .on('presence', { event: 'join' }, (change) => changes.put(change as never))
    .on('presence', { event: 'leave' }, (change) => changes.put(change as never))
    .on('presence', { event: 'sync' }, () => syncs.put(channel.presenceState() as never))
  assert.equal((await subscribed(channel)).status, 'SUBSCRIBED')
  await syncs.next() // presence_state
  return { channel, changes, syncs }
}
const names = (channel: RealtimeChannel) =>
  Object.fromEntries(
    Object.entries(channel.presenceState<{ name: string }>()).map(([key, list]) => [
      key,
      list.map(({ name }) => name),
    ]),
  )

for (const [where, other] of [
  ['in one process', app],
  ['in two', second],
] as const)
  test(`[S7-114] a tracked user is visible to present and later members, until they untrack or leave (${where})`, async () => {
    const room = `hall ${++rooms}`
    const a = await enter(room, 'ann')
    const b = await enter(room, 'ben', other)
    assert.deepEqual(b.channel.presenceState(), {})
    assert.equal(await a.channel.track({ name: 'Ann', at: 1 }), 'ok')
    for (const { changes } of [a, b]) {
      const { event, key, newPresences } = await changes.next()
      const { presence_ref, ...about } = newPresences![0]!
      assert.deepEqual([event, key, about], ['join', 'ann', { name: 'Ann', at: 1 }])
      assert.equal(typeof presence_ref, 'string')
    }
    const late = await enter(room, '', other)
    assert.deepEqual(names(late.channel), { ann: ['Ann'] })

    assert.equal(await a.channel.track({ name: 'Ann B.' }), 'ok')
    const [joined, left] = [await b.changes.next(), await b.changes.next()]
    assert.deepEqual(
      [joined.event, joined.newPresences!.at(-1)!.name, left.event, left.leftPresences![0]!.name],
      ['join', 'Ann B.', 'leave', 'Ann'],
    )
    assert.deepEqual(names(b.channel), { ann: ['Ann B.'] })

    assert.equal(await a.channel.untrack(), 'ok')
    assert.equal((await b.changes.next()).event, 'leave')
    assert.deepEqual(names(b.channel), {})

    await a.channel.track({ name: 'Ann again' })
    assert.equal((await b.changes.next()).event, 'join')
    await a.channel.unsubscribe()
    assert.equal((await b.changes.next()).event, 'leave')
    await eventually('nothing is left in the database', async () => {
      const { rows } = await app.owner.query('select from realtime.presences where topic = $1', [room])
      return rows.length === 0
    })
  })

test('two devices of one user are one key with two presences; a lost connection removes one', async () => {
  const room = `hall ${++rooms}`
  const watching = await enter(room)
  const [phone, laptop] = [await enter(room, 'ann'), await enter(room, 'ann', second)]
  await phone.channel.track({ name: 'phone' })
  await watching.changes.next()
  await laptop.channel.track({ name: 'laptop' })
  await watching.changes.next()
  assert.deepEqual(names(watching.channel), { ann: ['phone', 'laptop'] })
  await phone.channel.socket.disconnect()
  const { event, leftPresences } = await watching.changes.next()
  assert.deepEqual([event, leftPresences![0]!.name], ['leave', 'phone'])
  assert.deepEqual(names(watching.channel), { ann: ['laptop'] })
})

test('keys with a meaning in JavaScript are ordinary keys; without a key, each member gets its own', async () => {
  const room = `hall ${++rooms}`
  const watching = await enter(room, '', second)
  for (const key of ['__proto__', 'constructor']) {
    const { channel } = await enter(room, key)
    await channel.track({ name: key, phx_ref: 'forged' })
    const { newPresences } = await watching.changes.next()
    assert.equal(newPresences![0]!.name, key)
    assert.notEqual(newPresences![0]!.presence_ref, 'forged')
  }
  const [one, two] = [await enter(room), await enter(room)]
  await one.channel.track({ name: 'one' })
  await two.channel.track({ name: 'two' })
  assert.notEqual((await watching.changes.next()).key, (await watching.changes.next()).key)
})

test('a payload that is too large or not an object, and one presence too many, are rejected without effect', async () => {
  const room = `hall ${++rooms}`
  const { channel, changes } = await enter(room, 'big')
  assert.equal(await channel.track({ text: 'x'.repeat(10_001) }), 'error')
  assert.equal(await channel.track(['no object'] as never), 'error')
  assert.equal(await channel.send({ type: 'presence', event: 'unheard-of' }), 'error')
  assert.deepEqual([names(channel), changes.all], [{}, []])
  for (let i = 0; i < 5; i++) assert.equal(await (await enter(room)).channel.track({ i }), 'ok')
  assert.equal(await channel.track({ name: 'six' }), 'error')
})

test('the same room in another tenant is empty', async () => {
  const room = `hall ${++rooms}`
  const [one, other] = [await makeTenant(app.database), await makeTenant(app.database)]
  const a = await enter(room, 'ann', app, one.public_key)
  await a.channel.track({ name: 'Ann' })
  await a.changes.next()
  for (const server of [app, second]) {
    const b = await enter(room, '', server, other.public_key)
    assert.deepEqual(names(b.channel), {}, '[M06]')
  }
})
