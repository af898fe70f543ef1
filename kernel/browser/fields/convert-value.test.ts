import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertValue } from './convert-value.ts'
import { FIELD_KINDS, type Field, type FieldKind } from './field.ts'
import type { Value } from './read-value.ts'

const field = (kind: FieldKind, more: Partial<Field> = {}): Field => ({
  id: 'abcdefgh',
  name: 'a',
  title: 'A',
  kind,
  ...(kind === 'money' && { currency: 'eur' }),
  ...(kind === 'choice' || kind === 'choices'
    ? {
        choices: [
          { value: 'red_one', title: 'Red' },
          { value: 'blue', title: 'Blue' },
        ],
      }
    : {}),
  ...more,
})
const from = (kind: FieldKind, value: Value, to: FieldKind, more: Partial<Field> = {}) =>
  convertValue(field(kind), field(to, more), value)

test('values keep their meaning in another kind', () => {
  assert.equal(from('text', ' 12.5 ', 'number'), 12.5)
  assert.equal(from('number', 12.5, 'text'), '12.5')
  assert.equal(from('number', 12.5, 'money'), 1250)
  assert.equal(from('money', 1250, 'number'), 12.5)
  assert.equal(from('money', 1250, 'text'), '12.50')
  assert.equal(from('money', 1250, 'money', { currency: 'usd' }), 1250)
  assert.equal(from('choice', 'red_one', 'text'), 'Red')
  assert.equal(from('text', 'red', 'choice'), 'red_one')
  assert.deepEqual(from('text', 'Red, blue', 'choices'), ['red_one', 'blue'])
  assert.deepEqual(from('choice', 'blue', 'choices'), ['blue'])
  assert.equal(from('choices', ['blue'], 'choice'), 'blue')
  assert.equal(from('choices', ['blue', 'red_one'], 'long_text'), 'Blue, Red')
  assert.equal(from('yes_no', true, 'text'), 'Yes')
  assert.equal(from('text', 'no', 'yes_no'), false)
  assert.equal(from('yes_no', true, 'number'), 1)
  assert.equal(from('date_time', '2026-03-01T23:30:00.000Z', 'date'), '2026-03-01')
  assert.equal(from('date', '2026-03-01', 'date_time'), '2026-03-01T00:00:00.000Z')
  assert.equal(from('text', 'example.com', 'link'), 'https://example.com')
  assert.equal(from('email', 'a@example.com', 'text'), 'a@example.com')
})

test('a value that has no form in the new kind is lost, and none stays none', () => {
  assert.equal(from('text', 'twelve', 'number'), undefined)
  assert.equal(from('text', 'green', 'choice'), undefined)
  assert.equal(from('text', 'Red, green', 'choices'), undefined)
  assert.equal(from('long_text', 'x'.repeat(600), 'text'), undefined)
  assert.equal(from('number', 12, 'rating'), undefined)
  assert.equal(from('text', 'soon', 'date'), undefined)
  assert.equal(from('text', '', 'money'), undefined)
  assert.equal(
    from(
      'file',
      { id: '0190a5c8-0000-4000-8000-000000000001', name: 'b.pdf', size: 1, type: 'application/pdf' },
      'image',
    ),
    undefined,
  )
  assert.equal(from('text', null, 'number', { required: true }), null)
})

test('limits and choices of the same kind are checked', () => {
  assert.equal(from('text', 'long', 'text', { max: 3 }), undefined)
  assert.equal(from('choice', 'blue', 'choice', { choices: [{ value: 'red_one', title: 'Red' }] }), undefined)
})

test('every pair of kinds ends in a value or in none', () => {
  const values: Record<FieldKind, Value> = {
    text: 'a',
    long_text: 'a',
    number: 1,
    money: 1,
    yes_no: true,
    date: '2026-03-01',
    date_time: '2026-03-01T00:00:00.000Z',
    email: 'a@example.com',
    link: 'https://example.com',
    phone: '+123456',
    choice: 'blue',
    choices: ['blue'],
    file: { id: '0190a5c8-0000-4000-8000-000000000001', name: 'a', size: 1, type: 'text/plain' },
    image: { id: '0190a5c8-0000-4000-8000-000000000001', name: 'a', size: 1, type: 'image/png' },
    relation: '0190a000-0000-7000-8000-000000000001',
    person: '0190a000-0000-7000-8000-000000000001',
    rating: 3,
    position: 1,
  }
  for (const kind of FIELD_KINDS)
    for (const to of FIELD_KINDS)
      assert.notEqual(convertValue(field(kind), field(to), values[kind]), null, `${kind} to ${to}`)
})
