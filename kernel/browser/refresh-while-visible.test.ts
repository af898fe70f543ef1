import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BrowserEnvironment, refreshWhileVisible } from './refresh-while-visible.ts'

function page() {
  const state = { visible: true, time: 0, looks: 0, stopped: 0 }
  const tell: { seen?: (inView: boolean) => void; turned?: () => void; tick?: () => void; ms?: number } = {}
  const stop = () => void state.stopped++
  const around: BrowserEnvironment = {
    visible: () => state.visible,
    now: () => state.time,
    observe: (_, seen) => ((tell.seen = seen), stop),
    turns: (turned) => ((tell.turned = turned), stop),
    every: (ms, work) => ((tell.tick = work), (tell.ms = ms), stop),
  }
  const end = refreshWhileVisible({} as Element, () => state.looks++, around)
  const pass = (ms: number) => {
    for (let left = ms; left >= tell.ms!; left -= tell.ms!) {
      state.time += tell.ms!
      tell.tick!()
    }
    state.time += ms % tell.ms!
  }
  return { state, tell, pass, end }
}

test('a visible block refreshes every 15 seconds, and never at first', () => {
  const { state, tell, pass } = page()
  tell.seen!(true)
  tell.turned!()
  assert.equal(state.looks, 0, 'the first data is fresh')
  pass(60_000)
  assert.equal(state.looks, 4)
})

test('a block in the background or out of view makes no request; a returning visitor sees current data', () => {
  const { state, tell, pass } = page()
  state.visible = false
  pass(120_000)
  assert.equal(state.looks, 0)
  state.visible = true
  tell.turned!()
  assert.equal(state.looks, 1)
  tell.turned!()
  assert.equal(state.looks, 1, 'focus and visibility events arrive together')
  tell.seen!(false)
  pass(120_000)
  assert.equal(state.looks, 1)
  tell.seen!(true)
  assert.equal(state.looks, 2)
})

test('when it is stopped, no listener is left', () => {
  const { state, end } = page()
  end()
  assert.equal(state.stopped, 3)
})
