import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TypeRow } from '../events/event-rows.ts'
import { codeProblems, codeRows, codeState, codesCsv, doesText, newCode, randomCode } from './code-draft.ts'

const types = [
  { id: 'seat', name: 'Seat', is_hidden: false },
  { id: 'vip', name: 'VIP', is_hidden: true },
] as TypeRow[]
const event = { types, currency: 'eur', zone: 'Europe/Berlin' }
const draft = (more: object = {}) => ({ ...newCode(), code: 'friends', ...more })
const row = (more: object = {}) => ({
  id: '1',
  code: 'FRIENDS',
  kind: 'percent' as const,
  value: 10,
  type_ids: [],
  most: null,
  held: 0,
  used: 0,
  from_at: null,
  until_at: null,
  ...more,
})

test('a code is what visitors can type; percents, amounts and limits are within what is stored', () => {
  assert.deepEqual(codeProblems(draft(), 'eur'), {})
  for (const [more, field] of [
    [{ code: 'ab' }, 'code'],
    [{ code: 'with space' }, 'code'],
    [{ code: 'x'.repeat(41) }, 'code'],
    [{ count: '501' }, 'count'],
    [{ count: '2', code: 'x'.repeat(21) }, 'code'],
    [{ value: '0' }, 'value'],
    [{ value: '101' }, 'value'],
    [{ kind: 'amount', value: 'free' }, 'value'],
    [{ most: '0' }, 'most'],
  ] as const)
    assert.deepEqual(Object.keys(codeProblems(draft(more), 'eur')), [field], JSON.stringify(more))
  assert.deepEqual(codeProblems(draft({ kind: 'unlock', value: '' }), 'eur'), {})
})

test('one code is stored as it is typed, in capitals; several are random, begin alike, and differ', () => {
  const [one] = codeRows(
    draft({ kind: 'amount', value: '5', most: '20', until: '2027-03-01T12:00', types: ['seat'] }),
    event,
  )
  assert.deepEqual(one, {
    code: 'FRIENDS',
    kind: 'amount',
    value: 500,
    type_ids: ['seat'],
    most: 20,
    until_at: '2027-03-01T11:00:00.000Z',
  })
  const many = codeRows(draft({ count: '200', code: 'club-' }), event)
  assert.equal(new Set(many.map(({ code }) => code)).size, 200)
  for (const { code } of many) assert.match(code, /^CLUB-[B-DF-HJ-NP-TV-XZ2-9]{8}$/)
  assert.notEqual(randomCode(''), randomCode(''))
})

test('what a code does is one sentence, its state counts carts, and the file cannot run formulas', () => {
  assert.equal(doesText(row({ type_ids: ['seat'] }), event), '10% off Seat')
  assert.equal(doesText(row({ kind: 'amount', value: 500 }), event), '€5.00 off each ticket. Shows VIP')
  assert.equal(doesText(row({ kind: 'unlock', value: 0, type_ids: ['vip'] }), event), 'Shows VIP')
  const now = Date.parse('2027-01-01T00:00:00Z')
  assert.deepEqual(
    [row(), row({ most: 3, used: 2, held: 1 }), row({ until_at: '2026-12-31T00:00:00Z' })].map((code) =>
      codeState(code, now),
    ),
    ['open', 'used up', 'ended'],
  )
  const csv = codesCsv([row({ code: '-SUM' })], event)
  assert.match(csv, /^Code,What it does,Used,Limit,Until,State\r\n"'-SUM",/)
})
