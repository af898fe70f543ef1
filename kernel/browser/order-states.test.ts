import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderStateWord, subscriptionWord } from './order-states.ts'

test('a paid order shows its refunds; a state without a label is shown unchanged', () => {
  assert.deepEqual(orderStateWord({ status: 'paid', amount_refunded: 0 }), { label: 'Paid', tone: 'ok' })
  assert.equal(orderStateWord({ status: 'paid', amount_refunded: 1 }).label, 'Partly refunded')
  assert.equal(orderStateWord({ status: 'refunded', amount_refunded: 500 }).label, 'Refunded')
  assert.equal(orderStateWord({ status: 'constructor', amount_refunded: 0 }).label, 'constructor')
})

test('a subscription has a state, a one-time payment has none', () => {
  assert.deepEqual(subscriptionWord({ subscription_status: 'active' }), { label: 'Active', tone: 'ok' })
  assert.equal(subscriptionWord({ subscription_status: 'incomplete' })?.label, 'Not paid yet')
  assert.equal(subscriptionWord({ subscription_status: '__proto__' })?.label, '__proto__')
  assert.equal(subscriptionWord({ subscription_status: null }), undefined)
})
