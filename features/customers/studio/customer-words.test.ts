import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  countWords,
  customerAddress,
  customerName,
  customerState,
  factorName,
  moneyWords,
  waysIn,
} from './customer-words.ts'

const nobody = { name: '', email: '', phone: '' }

test('somebody is called as they call themselves, else by their address or number', () => {
  assert.equal(customerName({ ...nobody, name: ' Ada ', email: 'ada@example.test' }), 'Ada')
  assert.equal(customerName({ ...nobody, name: '  ', email: 'ada@example.test' }), 'ada@example.test')
  assert.equal(customerName({ ...nobody, phone: '491701234567' }), '+491701234567')
  assert.equal(customerName(nobody), 'Guest')
  assert.equal(customerAddress({ ...nobody, name: 'Ada', email: 'ada@example.test' }), 'ada@example.test')
  assert.equal(customerAddress({ ...nobody, email: 'ada@example.test' }), '')
})

test('a ban is said before anything else, with its end where it has one', () => {
  const usual = { banned_until: null, guest: false, email: 'a@b.test', email_confirmed: true }
  const now = Date.parse('2026-11-21T12:00:00Z')
  assert.equal(customerState(usual, now), undefined)
  assert.equal(
    customerState({ ...usual, banned_until: '2026-12-01T12:00:00Z' }, now)?.label,
    'Banned until 1 Dec 2026',
  )
  assert.equal(customerState({ ...usual, banned_until: '2126-11-21T12:00:00Z' }, now)?.label, 'Banned')
  assert.equal(customerState({ ...usual, guest: true }, now)?.label, 'Guest')
  assert.equal(customerState({ ...usual, email_confirmed: false }, now)?.label, 'Not confirmed')
  assert.equal(customerState({ ...usual, email: '', email_confirmed: false }, now), undefined)
})

test('words for ways in, factors, money and counts', () => {
  assert.equal(waysIn(['email', 'google', 'custom:my-works']), 'Email, Google, My works')
  assert.equal(factorName('totp'), 'Authenticator app')
  assert.equal(factorName('constructor'), 'constructor')
  assert.equal(
    moneyWords([
      { amount: 1250, currency: 'eur' },
      { amount: 500, currency: 'usd' },
    ]),
    '€12.50 + $5.00',
  )
  assert.equal(moneyWords([]), '')
  assert.deepEqual([0, 1, 2, 1204, 10_000].map(countWords), [
    '0 customers',
    '1 customer',
    '2 customers',
    '1,204 customers',
    '10,000 or more customers',
  ])
})
