import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { IDLE, reduceWatch, type WatchEffect, type WatchEvent, type WatchState } from './watch-state.ts'

const NAME = { pool: 'p1', private: false, topic: 'room' }

/** The state after these events, and the effects of the last one. */
function after(...events: WatchEvent[]): { state: WatchState; effects: WatchEffect[] } {
  let result: { state: WatchState; effects: WatchEffect[] } = { state: IDLE, effects: [] }
  for (const event of events) result = reduceWatch(result.state, event)
  return result
}

const STARTED: WatchEvent[] = [{ type: 'start' }, { type: 'started' }]
const sweepDue: WatchEvent = { type: 'due', task: 'sweep' }
const sweepFinished = (repair: WatchState['needsRepair']): WatchEvent => ({
  type: 'finished',
  task: 'sweep',
  repair,
})

describe('starting and stopping', () => {
  test('the first start connects; later ones do nothing', () => {
    assert.deepEqual(after({ type: 'start' }), {
      state: { ...IDLE, phase: 'starting' },
      effects: [{ type: 'connect' }],
    })
    assert.deepEqual(after({ type: 'start' }, { type: 'start' }).effects, [])
    assert.deepEqual(after(...STARTED, { type: 'start' }).effects, [])
  })

  test('once connected, the timers start', () => {
    const { state, effects } = after(...STARTED)
    assert.equal(state.phase, 'watching')
    assert.deepEqual(effects, [{ type: 'startTimers' }])
  })

  test('a failed start can be tried again', () => {
    const { state, effects } = after({ type: 'start' }, { type: 'startFailed' }, { type: 'start' })
    assert.equal(state.phase, 'starting')
    assert.deepEqual(effects, [{ type: 'connect' }])
  })

  test('it leaves once, from any phase, and nothing starts afterwards', () => {
    for (const before of [[], [{ type: 'start' }], STARTED] satisfies WatchEvent[][]) {
      const { state, effects } = after(...before, { type: 'stop' })
      assert.equal(state.phase, 'stopped')
      assert.deepEqual(effects, [{ type: 'leave' }])
      for (const event of [
        { type: 'stop' },
        { type: 'start' },
        { type: 'started' },
        { type: 'startFailed' },
        { type: 'reconnected' },
        sweepDue,
      ] satisfies WatchEvent[])
        assert.deepEqual(reduceWatch(state, event), { state, effects: [] }, event.type)
    }
  })
})

describe('tasks', () => {
  test('a task does not run twice at the same time, and others run beside it', () => {
    const { state, effects } = after(...STARTED, sweepDue)
    assert.deepEqual(effects, [{ type: 'run', task: 'sweep', repair: 'nothing' }])
    assert.deepEqual(reduceWatch(state, sweepDue).effects, [])
    assert.deepEqual(reduceWatch(state, { type: 'due', task: 'review' }).effects, [
      { type: 'run', task: 'review', repair: 'nothing' },
    ])
    assert.equal(after(...STARTED, sweepDue, sweepFinished('nothing'), sweepDue).effects.length, 1)
  })

  test('none runs before the start is complete', () => {
    assert.deepEqual(after(sweepDue).effects, [])
    assert.deepEqual(after({ type: 'start' }, sweepDue).effects, [])
  })
})

describe('repairs', () => {
  test('a lost outbox is repaired by the next sweep, once', () => {
    const lost = after(...STARTED, { type: 'outboxLost' })
    assert.deepEqual(lost.effects, [])
    const swept = reduceWatch(lost.state, sweepDue)
    assert.deepEqual(swept.effects, [{ type: 'run', task: 'sweep', repair: 'rows' }])
    assert.equal(swept.state.needsRepair, 'nothing')
  })

  test('a restored connection reports missed messages and repairs everything at once', () => {
    const { state, effects } = after(...STARTED, { type: 'reconnected' })
    assert.deepEqual(effects, [
      { type: 'reportMissed' },
      { type: 'run', task: 'sweep', repair: 'everything' },
    ])
    assert.equal(state.needsRepair, 'nothing')
  })

  test('during a sweep or a start, the next sweep repairs everything', () => {
    for (const before of [[...STARTED, sweepDue], [{ type: 'start' }]] satisfies WatchEvent[][]) {
      const { state, effects } = after(...before, { type: 'reconnected' })
      assert.deepEqual(effects, [{ type: 'reportMissed' }])
      assert.equal(state.needsRepair, 'everything')
    }
  })

  test('before the first socket, a restored connection needs nothing', () => {
    assert.deepEqual(after({ type: 'reconnected' }), { state: IDLE, effects: [] })
  })

  test('what could not be repaired is tried again, without losing what was reported meanwhile', () => {
    assert.equal(after(...STARTED, sweepDue, sweepFinished('rows')).state.needsRepair, 'rows')
    const both = [
      ...STARTED,
      { type: 'outboxLost' },
      sweepDue,
      { type: 'reconnected' },
    ] satisfies WatchEvent[]
    assert.equal(after(...both, sweepFinished('rows')).state.needsRepair, 'everything')
    const everything = [...STARTED, { type: 'reconnected' }, { type: 'outboxLost' }] satisfies WatchEvent[]
    assert.equal(after(...everything, sweepFinished('everything')).state.needsRepair, 'everything')
  })

  test('a lost message is reported to its channel, and presences are reloaded', () => {
    assert.deepEqual(after(...STARTED, { type: 'messageLost', name: NAME }).effects, [
      { type: 'reportMissed', name: NAME },
      { type: 'reloadPresences' },
    ])
  })
})
