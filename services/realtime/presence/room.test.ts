import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inbox } from '#testing/realtime-app.ts'
import type { Presence } from '../fan-out/notice.ts'
import { createRoom } from './room.ts'

const one = (ref: string, process = 1): Presence => ({ ref, key: ref, meta: `{"phx_ref":"${ref}"}`, process })
const nobodyElse = () => false

/** What an onlooker is told, as the refs that it names. */
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

test('changes that come while everybody is read count on top of what was read', async () => {
  const room = createRoom()
  room.change([one('b')], []) // newer than what is read below
  room.change([], ['a']) // who is still in it
  room.know([one('a'), one('c')], nobodyElse)
  const looking = onlooker()
  room.add(looking)
  assert.equal(await looking.states.next(), 'c,b')
  assert.equal(room.size, 2)
  room.close()
})

test('who comes and goes in one moment is told at once, together; who is known already is not told again', async () => {
  const room = createRoom()
  room.know([], nobodyElse)
  const [first, late] = [onlooker(), onlooker()]
  room.add(first)
  room.change([one('a'), one('b')], [])
  room.change([one('a', 2)], [])
  room.add(late) // what was gathered so far goes out before, and is in the state
  room.change([one('c')], ['b'])
  room.change([], ['unknown'])
  assert.deepEqual([await first.diffs.next(), await first.diffs.next()], ['+a,b -', '+c -b'])
  assert.equal(await late.states.next(), 'a,b')
  assert.equal(await late.diffs.next(), '+c -b')
  room.remove(late)
  room.leaveOf(2)
  assert.equal(await first.diffs.next(), '+ -a')
  assert.equal(late.diffs.all.length, 1)
  room.close()
})

test('who is taken for gone and is back in the same moment never left; who came and went never came', async () => {
  const room = createRoom()
  room.know([one('stays')], nobodyElse)
  const looking = onlooker()
  room.add(looking)
  // Another process removed everybody of a number that was given up, before their new number was heard of.
  room.leaveOf(1)
  room.change([one('stays', 2)], [])
  room.change([one('passing')], [])
  room.change([one('late')], ['passing'])
  assert.equal(await looking.diffs.next(), '+late -')
  room.leaveOf(1)
  room.leaveOf(2)
  assert.equal(await looking.diffs.next(), '+ -late,stays')
  room.close()
})

test('a later look puts right what was missed, but for people of this process, who need no looking up', async () => {
  const room = createRoom()
  room.know([one('gone'), one('stays')], nobodyElse)
  room.change([one('own')], [])
  const looking = onlooker()
  room.add(looking)
  room.hold()
  room.change([one('heard')], [])
  room.know([one('stays'), one('missed')], (ref) => ref === 'own')
  assert.equal(await looking.diffs.next(), '+missed,heard -gone')
  room.hold()
  room.change([], ['heard'])
  room.resume() // it could not be read
  assert.equal(await looking.diffs.next(), '+ -heard')
  room.close()
})
