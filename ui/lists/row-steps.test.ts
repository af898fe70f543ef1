import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowSteps } from './row-steps.ts'

const IDS = ['a', 'b', 'c']

function neighborsOf(current: string): (string | undefined)[] {
  const opened: string[] = []
  const { onPrevious, onNext } = rowSteps(IDS, current, (id) => opened.push(id))
  return [onPrevious, onNext].map((step) => {
    step?.()
    return opened.pop()
  })
}

test('a row has the neighbors that the list shows', () => {
  assert.deepEqual(neighborsOf('a'), [undefined, 'b'])
  assert.deepEqual(neighborsOf('b'), ['a', 'c'])
  assert.deepEqual(neighborsOf('c'), ['b', undefined])
})

test('a row that is not in the list, such as the renewal of an order, has none', () => {
  assert.deepEqual(neighborsOf('x'), [undefined, undefined])
})
