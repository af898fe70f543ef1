import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  countWords,
  customerAddress,
  customerName,
  customerState,
  factorName,
  moneyWords,
  signInMethods,
} from './customer-words.ts'

const guest = { name: '', email: '', phone: '' }

test('a customer is shown with their own name, otherwise with their email or phone number', () => {
  assert.equal(customerName({ ...guest, name: ' Ada ', email: 'ada@example.test' }), 'Ada')
  assert.equal(customerName({ ...guest, name: '  ', email: 'ada@example.test' }), 'ada@example.test')
  assert.equal(customerName({ ...guest, phone: '491701234567' }), '+491701234567')
  assert.equal(customerName(guest), 'Guest')
  assert.equal(customerAddress({ ...guest, name: 'Ada', email: 'ada@example.test' }), 'ada@example.test')
  assert.equal(customerAddress({ ...guest, email: 'ada@example.test' }), '')
})

test('a ban is shown before any other state, with its end if it has one', () => {
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

test('labels of sign-in methods, factors, amounts and counts', () => {
  assert.equal(signInMethods(['email', 'google', 'custom:my-works']), 'Email, Google, My works')
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
