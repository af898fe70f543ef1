import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AskedField } from '#kernel/browser/forms/form-design.ts'
import { answersOf, changedControls, forUntouched, typedLimit, typedValue } from './typed-answers.ts'

const fieldOf = (kind: AskedField['kind']): AskedField => ({ id: 'a', title: 'A', kind, currency: 'eur' })
const sent = (kind: AskedField['kind'], value: string | string[] | boolean) =>
  answersOf({ a: value }, new Map([['a', fieldOf(kind)]]))['a']

test('amounts are sent in minor units; what is no amount is sent as it is, so that the rules refuse it', () => {
  assert.equal(sent('money', '12.50'), 1250)
  assert.equal(sent('money', ' 1,200 '), 120_000)
  assert.equal(sent('money', 'a lot'), 'a lot')
  assert.equal(sent('money', ''), '')
})

test('local times are sent with their offset, other values as they were typed', () => {
  assert.equal(sent('date_time', '2026-03-01T09:30'), new Date('2026-03-01T09:30').toISOString())
  assert.equal(sent('date', '2026-03-01'), '2026-03-01')
  assert.deepEqual(sent('choices', ['x', 'y']), ['x', 'y'])
  assert.equal(sent('yes_no', true), true)
})

test('a stored value comes back as its control has it, and a limit as the visitor reads it', () => {
  assert.equal(typedValue(fieldOf('money'), 1250), '12.50')
  assert.equal(typedValue(fieldOf('number'), 3), '3')
  assert.equal(typedValue(fieldOf('text'), null), undefined)
  assert.equal(typedValue(fieldOf('yes_no'), false), false)
  const time = new Date('2026-03-01T09:30').toISOString()
  assert.equal(typedValue(fieldOf('date_time'), time), '2026-03-01T09:30')
  assert.equal(typedLimit(fieldOf('money'), 500), '5.00')
  assert.equal(typedLimit(fieldOf('text'), 500), '500')
})

test('only controls with another value than at first are changed', () => {
  const first = { at: '2026-03-01T09:30', tags: ['x', 'y'], open: false, name: '' }
  assert.deepEqual(changedControls({ ...first, tags: ['x', 'y'] }, first), {})
  assert.deepEqual(changedControls({ ...first, tags: ['x'], open: true, name: 'Ann' }, first), {
    tags: ['x'],
    open: true,
    name: 'Ann',
  })
})

test('late values are for fields that the visitor has not changed, wherever those are', () => {
  const first = { name: 'Ada', tags: [], town: 'Rye' }
  const put = { name: 'Ines', tags: ['x'], town: 'Hove', seats: '2', open: true }
  // What is untouched may be empty, absent, or have what the server put in.
  assert.deepEqual(forUntouched(put, { name: 'Ada', tags: [], town: 'Rye', open: false }, first), put)
  assert.deepEqual(forUntouched(put, { name: 'Olaf', tags: ['y'], town: '', seats: '3' }, first), {
    open: true,
  })
})
