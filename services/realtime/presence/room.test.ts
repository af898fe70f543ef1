import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inbox } from '#testing/realtime-app.ts'
import type { Presence } from '../fan-out/notice.ts'
import { createRoom } from './room.ts'

const one = (ref: string, process = 1): Presence => ({ ref, key: ref, meta: `{"phx_ref":"${ref}"}`, process })
const nobodyElse = () => false

/** The events that an onlooker receives, as the refs in them. */
function onlooker() {
  const states = inbox<string>()
  const diffs = inbox<string>()
  const refs = (part: object) => Object.keys(part).join()
  return {
    onState: (text: string) => states.put(refs(JSON.parse(text))),
    onDiff(text: string) {
      const { joins, leaves } = JSON.parse(text)
      diffs.put(`+${refs(joins)} -${refs(leaves)}`)
    },
    states,
    diffs,
  }
}

test('changes during a read are applied on top of its result', async () => {
  const room = createRoom()
  room.change([one('b')], []) // newer than the read below
  room.change([], ['a']) // a presence that the read still contains
  room.load([one('a'), one('c')], nobodyElse)
  const observer = onlooker()
  room.add(observer)
  assert.equal(await observer.states.next(), 'c,b')
  assert.equal(room.size, 2)
  room.close()
})

test('joins and leaves within one moment are sent in one diff; known presences are not sent again', async () => {
  const room = createRoom()
  room.load([], nobodyElse)
  const [first, late] = [onlooker(), onlooker()]
  room.add(first)
  room.change([one('a'), one('b')], [])
  room.change([one('a', 2)], [])
  room.add(late) // earlier changes are sent before, and are part of the state
  room.change([one('c')], ['b'])
  room.change([], ['unknown'])
  assert.deepEqual([await first.diffs.next(), await first.diffs.next()], ['+a,b -', '+c -b'])
  assert.equal(await late.states.next(), 'a,b')
  assert.equal(await late.diffs.next(), '+c -b')
  room.remove(late)
  room.removeProcess(2)
  assert.equal(await first.diffs.next(), '+ -a')
  assert.equal(late.diffs.all.length, 1)
  room.close()
})

test('a user removed and re-added in the same moment never left; one added and removed never joined', async () => {
  const room = createRoom()
  room.load([one('stays')], nobodyElse)
  const observer = onlooker()
  room.add(observer)
  // Another process removed all presences of an old number before it was notified of the new number.
  room.removeProcess(1)
  room.change([one('stays', 2)], [])
  room.change([one('passing')], [])
  room.change([one('late')], ['passing'])
  assert.equal(await observer.diffs.next(), '+late -')
  room.removeProcess(1)
  room.removeProcess(2)
  assert.equal(await observer.diffs.next(), '+ -late,stays')
  room.close()
})

test('a later read repairs missed changes, except for users of this process, which need no repair', async () => {
  const room = createRoom()
  room.load([one('gone'), one('stays')], nobodyElse)
  room.change([one('own')], [])
  const observer = onlooker()
  room.add(observer)
  room.pause()
  room.change([one('heard')], [])
  room.load([one('stays'), one('missed')], (ref) => ref === 'own')
  assert.equal(await observer.diffs.next(), '+missed,heard -gone')
  room.pause()
  room.change([], ['heard'])
  room.resume() // the read failed
  assert.equal(await observer.diffs.next(), '+ -heard')
  room.close()
})
