import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentQuestion, registerUnsavedWork, confirmLeave } from './unsaved-work.ts'

const place = (pathname: string, search = '') => ({ pathname, search })
const block = {
  message: "Your changes to this block aren't saved.",
  isKeptAt: ({ pathname }: { pathname: string }) => pathname === '/bolt/blocks/1',
}

test('without unsaved work there is no question', () => {
  assert.equal(confirmLeave(place('/studio')), true)
  assert.equal(confirmLeave(), true)
  registerUnsavedWork(block)()
  assert.equal(confirmLeave(place('/studio')), true)
  assert.equal(currentQuestion(), undefined)
})

test('unsaved work is asked about before it is lost, also on sign-out, but not at URLs that keep it', async () => {
  const release = registerUnsavedWork(block)
  assert.equal(confirmLeave(place('/bolt/blocks/1', '?tab=access')), true)
  for (const next of [place('/studio'), undefined]) {
    const answer = confirmLeave(next)
    assert.equal(currentQuestion()?.message, block.message)
    currentQuestion()!.answer(false)
    assert.equal(await answer, false)
    assert.equal(currentQuestion(), undefined)
  }
  release()
})

test('a yes discards the work; after a no, the next navigation asks again', async () => {
  registerUnsavedWork(block)
  for (const leave of [false, true]) {
    const answer = confirmLeave(place('/studio'))
    currentQuestion()!.answer(leave)
    assert.equal(await answer, leave)
  }
  assert.equal(confirmLeave(place('/studio')), true)
})

test('a second navigation replaces the first', async () => {
  const release = registerUnsavedWork(block)
  const first = confirmLeave(place('/a'))
  const second = confirmLeave(place('/b'))
  assert.equal(await first, false)
  currentQuestion()!.answer(true)
  assert.equal(await second, true)
  release()
})
