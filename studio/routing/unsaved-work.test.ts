import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentQuestion, holdWork, mayLeave } from './unsaved-work.ts'

const place = (pathname: string, search = '') => ({ pathname, search })
const block = {
  words: "Your changes to this block aren't saved.",
  keptAt: ({ pathname }: { pathname: string }) => pathname === '/bolt/blocks/1',
}

test('without unsaved work there is no question', () => {
  assert.equal(mayLeave(place('/studio')), true)
  assert.equal(mayLeave(), true)
  holdWork(block)()
  assert.equal(mayLeave(place('/studio')), true)
  assert.equal(currentQuestion(), undefined)
})

test('unsaved work is asked about before it is lost, also on sign-out, but not at URLs that keep it', async () => {
  const release = holdWork(block)
  assert.equal(mayLeave(place('/bolt/blocks/1', '?tab=access')), true)
  for (const next of [place('/studio'), undefined]) {
    const answer = mayLeave(next)
    assert.equal(currentQuestion()?.words, block.words)
    currentQuestion()!.answer(false)
    assert.equal(await answer, false)
    assert.equal(currentQuestion(), undefined)
  }
  release()
})

test('a yes discards the work; after a no, the next navigation asks again', async () => {
  holdWork(block)
  for (const leave of [false, true]) {
    const answer = mayLeave(place('/studio'))
    currentQuestion()!.answer(leave)
    assert.equal(await answer, leave)
  }
  assert.equal(mayLeave(place('/studio')), true)
})

test('a second navigation replaces the first', async () => {
  const release = holdWork(block)
  const first = mayLeave(place('/a'))
  const second = mayLeave(place('/b'))
  assert.equal(await first, false)
  currentQuestion()!.answer(true)
  assert.equal(await second, true)
  release()
})
