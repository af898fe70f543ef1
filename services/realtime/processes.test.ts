// Real processes on one database, one of which is killed.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import type { RealtimeChannel } from '@supabase/supabase-js'
import { eventually } from '#testing/eventually.ts'
import { inbox, rawSocket, realtimeApp, subscribed } from '#testing/realtime-app.ts'
import { serverProcess } from '#testing/server-process.ts'

const app = await realtimeApp()
const [one, two] = await Promise.all([serverProcess(app), serverProcess(app)])

async function enter(room: string, key: string, server: { url: string }) {
  const channel = app.visit(app.anonKey, { server }).channel(room, { config: { presence: { key } } })
  const received = inbox<{ event: string }>()
  const left = inbox<{ key: string }>()
  channel
    .on('broadcast', { event: '*' }, (message) => received.put(message as never))
    .on('presence', { event: 'leave' }, (change) => left.put(change as never))
  assert.equal((await subscribed(channel)).status, 'SUBSCRIBED')
  assert.equal(await channel.track({ key }), 'ok')
  return { channel, received, left }
}
const present = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).sort().join()
const say = (channel: RealtimeChannel, event: string) =>
  channel.send({ type: 'broadcast', event, payload: {} })

test('[S7-114] two processes act as one service; when one is killed, its users leave within seconds and the others stay', async () => {
  const [ann, ben, cem] = [
    await enter('square', 'ann', one),
    await enter('square', 'ben', two),
    await enter('square', 'cem', app),
  ]
  for (const { channel } of [ann, ben, cem])
    await eventually('all three see one another', async () => present(channel) === 'ann,ben,cem')
  await say(ann.channel, 'from one')
  for (const { received } of [ben, cem]) assert.equal((await received.next()).event, 'from one')

  const killedAt = Date.now()
  one.child.kill('SIGKILL')
  for (const { left, channel } of [ben, cem]) {
    assert.equal((await left.next()).key, 'ann')
    assert.equal(present(channel), 'ben,cem')
  }
  assert.ok(Date.now() - killedAt < 8000, `${Date.now() - killedAt} ms`)
  const dan = await enter('square', 'dan', two)
  await eventually('who comes later sees who is there', async () => present(dan.channel) === 'ben,cem,dan')
  await say(cem.channel, 'still here')
  for (const { received } of [ben, dan]) assert.equal((await received.next()).event, 'still here')
  assert.deepEqual([ben.left.all.length, cem.left.all.length], [1, 1])
  await eventually('the killed process has no presence left', async () => {
    const { rows } = await app.owner.query(
      'select array_agg(presence_key order by presence_key) as keys from realtime.presences',
    )
    return String(rows[0].keys) === 'ben,cem,dan'
  })
})

test('[S05] a process that is stopped closes its sockets, exits in time, and leaves no presences behind', async () => {
  const watching = await enter('station', 'stays', app)
  await enter('station', 'goes', two)
  await eventually('both are there', async () => present(watching.channel) === 'goes,stays')
  const raw = await rawSocket(two, app.anonKey)
  const stoppedAt = Date.now()
  two.child.kill('SIGTERM')
  const [code] = (await once(two.child, 'exit')) as [number]
  assert.equal(code, 0)
  assert.equal((await raw.closed).code, 1012)
  assert.ok(Date.now() - stoppedAt < 8000, `${Date.now() - stoppedAt} ms`)
  assert.equal((await watching.left.next()).key, 'goes')
  assert.equal((await app.owner.query('select from realtime.processes')).rows.length, 1)
})
