import assert from 'node:assert/strict'
import { test } from 'node:test'
import { falsify, quotesOf, seededRandom } from './falsify.ts'

test('quotes are the fixed parts of backticked strings, longest first', () => {
  assert.deepEqual(quotesOf('Title `Tenant: {name}`, button `Create New Tenant`, mark `-`'), [
    'Create New Tenant',
    'Tenant:',
  ])
})

test('changes all occurrences of a long string, also across lines', () => {
  assert.equal(
    falsify('<p>Payment was\n  canceled today</p>', 'Payment was canceled'),
    '<p>Qayment was\n  canceled today</p>',
  )
})

test('changes a short string only if it is a complete literal or text', () => {
  assert.equal(falsify(`const live = 'live'; <b>live</b>`, 'live'), `const live = 'mive'; <b>mive</b>`)
  assert.equal(falsify(`const live = 1`, 'live'), undefined)
})

test('equal seeds give equal numbers', () => {
  const [a, b] = [seededRandom(7), seededRandom(7)]
  assert.deepEqual([a(), a(), a()], [b(), b(), b()])
  assert.notEqual(seededRandom(8)(), seededRandom(7)())
})
