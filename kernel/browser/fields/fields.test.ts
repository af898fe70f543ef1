import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from '#testing/random.ts'
import { fieldProblem } from './check-field.ts'
import { faultText } from './fault-text.ts'
import { FIELD_KINDS } from './field.ts'
import type { Field, FieldKind } from './field.ts'
import { nameOfTitle } from './name-of.ts'
import { compilePattern } from './pattern.ts'
import { defaultValue, readValue } from './read-value.ts'
import { indexMask, withSlots } from './slots.ts'

const choices = ['red', 'green'].map((value) => ({ value, title: value }))
const field = (kind: FieldKind, more: Partial<Field> = {}): Field => ({
  id: 'aaaaaaaa',
  name: 'it',
  title: 'It',
  kind,
  ...more,
})
const read = (kind: FieldKind, input: unknown, more: Partial<Field> = {}) => {
  const { value, fault } = readValue(field(kind, { choices, ...more }), input)
  return fault ? `! ${fault.code}${fault.limit === undefined ? '' : ` ${fault.limit}`}` : value
}

const ID = 'AAAAAAAA-0000-7000-8000-000000000001'
const FILE_ID = '0190a5c8-0000-4000-8000-000000000001'
const file = { id: FILE_ID, name: 'b.pdf', size: 3, type: 'application/pdf' }

const CASES: [FieldKind, unknown, unknown, Partial<Field>?][] = [
  ['text', 'a', 'a'],
  ['text', 5, '5'],
  ['text', '', ''],
  ['text', 'a\u0000b', '! type'],
  ['text', '\ud800', '! type'],
  ['text', {}, '! type'],
  ['text', 'a'.repeat(501), '! too_long 500'],
  ['text', 'abc', '! too_long 2', { max: 2 }],
  ['text', '😀😀', '😀😀', { max: 2 }],
  ['text', 'a', '! too_short 2', { min: 2 }],
  ['text', 'AB-12', 'AB-12', { pattern: '[A-Z]{2}-\\d+' }],
  ['text', 'AB-1x', '! pattern', { pattern: '[A-Z]{2}-\\d+' }],
  ['long_text', 'a\nb', 'a\nb'],
  ['long_text', 'a'.repeat(20_001), '! too_long 20000'],
  ['number', 1.5, 1.5],
  ['number', '1.5e3', 1500],
  ['number', -0, 0],
  ['number', '0x10', '! type'],
  ['number', 'Infinity', '! type'],
  ['number', '', '! type'],
  ['number', 1, '! too_small 2', { min: 2 }],
  ['number', 9, '! too_large 8', { max: 8 }],
  ['money', 1250, 1250],
  ['money', 12.5, '! type'],
  ['rating', 5, 5],
  ['rating', 6, '! too_large 5'],
  ['rating', 0, '! too_small 1'],
  ['yes_no', true, true],
  ['yes_no', 'No', false],
  ['yes_no', 'maybe', '! type'],
  ['yes_no', 1, '! type'],
  ['date', '2024-02-29', '2024-02-29'],
  ['date', '2023-02-29', '! type'],
  ['date', '2023-13-01', '! type'],
  ['date', '0000-01-01', '! type'],
  ['date_time', '2026-03-01T10:00:00+02:00', '2026-03-01T08:00:00.000Z'],
  ['date_time', '2026-03-01 10:00', '2026-03-01T10:00:00.000Z'],
  ['date_time', '2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['date_time', '2026-03-01T10:00:00.123456+00', '2026-03-01T10:00:00.123Z'],
  ['date_time', '2026-03-01T25:00:00Z', '! type'],
  ['date_time', '2026-02-30T10:00:00Z', '! type'],
  ['email', ' Ann@Example.Test ', 'ann@example.test'],
  ['email', 'ann@example', '! type'],
  ['email', 'a b@example.test', '! type'],
  ['email', 'ann@example.test\nBcc: x@y.z', '! type'],
  ['link', 'example.test/a', 'https://example.test/a'],
  ['link', 'javascript:alert(1)', '! type'],
  ['link', 'data:text/html,x', '! type'],
  ['link', 'https://a b.test', '! type'],
  ['phone', '+49 (30) 123-45', '+493012345'],
  ['phone', 'call me', '! type'],
  ['choice', 'red', 'red'],
  ['choice', 'blue', '! choice'],
  ['choices', ['red', 'red'], ['red']],
  ['choices', 'red, green', ['red', 'green']],
  ['choices', ['blue'], '! choice'],
  ['choices', [], '! too_few 1', { min: 1 }],
  ['choices', ['red', 'green'], '! too_many 1', { max: 1 }],
  ['file', file, file],
  ['file', { ...file, id: '../secret' }, '! type'],
  ['file', FILE_ID.toUpperCase(), { id: FILE_ID, name: '', size: 0, type: '' }],
  [
    'file',
    { id: FILE_ID, name: 'a\u0001b', size: 1, type: 'text/plain' },
    { id: FILE_ID, name: '', size: 0, type: '' },
  ],
  ['image', file, '! type'],
  ['relation', ID, ID.toLowerCase()],
  ['relation', '1', '! type'],
  ['person', ID, ID.toLowerCase()],
]

test('[peers D1] every kind brings values into one form and refuses what is none', () => {
  for (const [kind, input, expected, more] of CASES)
    assert.deepEqual(read(kind, input, more), expected, `${kind} ${JSON.stringify(input)}`)
  assert.deepEqual(
    new Set(CASES.map(([kind]) => kind)),
    new Set(FIELD_KINDS.filter((kind) => kind !== 'position')),
  )
})

test('none is refused where a field is required; what was typed is trimmed, and empty is none', () => {
  for (const kind of FIELD_KINDS) {
    assert.equal(read(kind, null), null)
    assert.equal(read(kind, undefined, { required: true }), '! required')
    assert.deepEqual(readValue(field(kind, { choices, required: true }), '  ', true).fault, {
      code: 'required',
    })
  }
  assert.deepEqual(readValue(field('text'), ' a ', true), { value: 'a' })
})

test('a default is a value of the kind, now, or the signed-in member', () => {
  assert.equal(defaultValue(field('number', { default: 3, required: true })), 3)
  assert.equal(defaultValue(field('person', { default: 'me' }), ID), ID)
  assert.equal(defaultValue(field('person', { default: 'me' })), null)
  assert.match(defaultValue(field('date_time', { default: 'now' })) as string, /^20\d\d-\d\d-\d\dT.*Z$/)
  assert.match(fieldProblem(field('number', { default: 'x' }))!, /default/)
  assert.equal(fieldProblem(field('date', { default: 'now' })), undefined)
})

test('a pattern is matched in time proportional to text and pattern', () => {
  // A body of 1 MB holds 1,900 texts of 500 characters. It may not stop the server.
  for (const pattern of [
    'a*'.repeat(20) + 'b',
    '.{2,}'.repeat(40),
    '.{0,500}'.repeat(25),
    '\\w{2,}'.repeat(28),
  ]) {
    const slow = compilePattern(pattern)!
    const start = performance.now()
    for (let tries = 0; tries < 100; tries++) assert.equal(slow('a'.repeat(500)), !pattern.endsWith('b'))
    assert.ok(performance.now() - start < 2000, pattern)
  }
  for (const [pattern, text, expected] of [
    ['\\d{4}', '1234', true],
    ['\\d{4}', '123', false],
    ['\\d{2,}', '12345', true],
    ['a?b', 'b', true],
    ['[^a-c]+', 'xyz', true],
    ['[^a-c]+', 'xbz', false],
    ['[a\\]-]', ']', true],
    ['.{2}', 'ab', true],
    ['a{2,3}a', 'aaa', true],
    ['a{2,3}', 'aaaa', false],
    ['.{0,2}b{2}', 'bbbb', true],
    ['a?', '', true],
    ['\\s\\w', '\t_', true],
    ['\\w', 'é', false],
  ] as const)
    assert.equal(compilePattern(pattern)!(text), expected, `${pattern} ${text}`)
  for (const bad of ['(a)', 'a|b', '^a', '[a', 'a{3,2}', '\\b', '*', 'a**', '\\'])
    assert.equal(compilePattern(bad), undefined, bad)
})

test('2,000 random patterns match the same texts as JavaScript’s own expressions', () => {
  const random = seeded(2000)
  const oneOf = (...from: string[]) => random.pick(from)
  const several = (most: number, one: () => string) =>
    Array.from({ length: random.below(most + 1) }, one).join('')
  for (let tries = 0; tries < 2000; tries++) {
    const pattern = several(
      5,
      () =>
        oneOf('a', 'b', '.', '[ab]', '\\w', '[^a]') +
        oneOf('', '?', '*', '+', '{2}', '{1,3}', '{0,2}', '{2,}'),
    )
    const text = several(8, () => oneOf('a', 'b', 'c', '-'))
    assert.equal(
      compilePattern(pattern)!(text),
      new RegExp(`^(?:${pattern})$`).test(text),
      `${pattern} ${text}`,
    )
  }
})

test('settings of a field that contradict each other are refused', () => {
  const bad: Field[] = [
    field('yes_no', { unique: true }),
    field('number', { min: 2, max: 1 }),
    field('rating', { max: 11 }),
    field('choice'),
    field('choice', { choices: [...choices, ...choices] }),
    field('relation'),
    field('money'),
    field('long_text', { pattern: 'a' }),
    field('text', { max: 501 }),
  ]
  for (const each of bad) assert.ok(fieldProblem(each), JSON.stringify(each))
})

test('fields get typed slots while there are any, and keep them', () => {
  const texts = Array.from({ length: 8 }, (_, i) => field('text', { id: `aaaaaaa${i}` }))
  const placed = withSlots(texts, [], true)
  assert.deepEqual(
    placed.map(({ slot }) => slot),
    ['t1', 't2', 't3', 't4', 't5', 't6', undefined, undefined],
  )
  const [first] = withSlots(
    [field('text', { unique: true, slot: 't2' })],
    [field('text', { slot: 't1', unique_slot: 'u1' })],
    false,
  )
  assert.deepEqual([first!.slot, first!.unique_slot], ['t2', 'u2'], 'removed fields still have their values')
  assert.equal(indexMask(placed), 0b111111)
})

test('names are made of titles', () => {
  assert.equal(nameOfTitle('Gäste-Buch 2', new Set()), 'gaste_buch_2')
  assert.equal(nameOfTitle('Straße', new Set(['strasse'])), 'strasse_2')
  assert.equal(nameOfTitle('名前', new Set()), 'field')
  assert.equal(nameOfTitle('2nd name', new Set()), 'nd_name')
})

test('a fault reads as a sentence', () => {
  assert.equal(faultText({ code: 'too_long', limit: 3 }, { kind: 'text' }), 'must have at most 3 characters')
  assert.equal(faultText({ code: 'type' }, { kind: 'date' }), 'must be a date, such as 2026-03-01')
})
