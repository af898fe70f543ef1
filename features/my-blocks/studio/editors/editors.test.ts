import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moved, typedText, withEntry, withField } from './editor.ts'

test('a form changes the field it knows and preserves everything else', () => {
  const data = { type: 'text', note: { mine: [1] }, content: 'a' }
  assert.deepEqual(withField(data, 'content', 'b'), { ...data, content: 'b' })
  assert.deepEqual(withField(data, 'content', undefined), { type: 'text', note: { mine: [1] } })
  assert.deepEqual(data.content, 'a')
})

test('entries are replaced and moved, never beyond the ends', () => {
  assert.deepEqual(withEntry(['a', 'b'], 1, 'c'), ['a', 'c'])
  assert.deepEqual(moved(['a', 'b', 'c'], 1, 1), ['a', 'c', 'b'])
  assert.deepEqual(moved(['a', 'b'], 0, -1), ['a', 'b'])
  assert.deepEqual(moved(['a', 'b'], 1, 1), ['a', 'b'])
})

test('a field shows text and numbers, and stays empty for values it cannot edit', () => {
  assert.deepEqual(
    [typedText('x'), typedText(4), typedText(null), typedText({}), typedText([1])],
    ['x', '4', '', '', ''],
  )
})
