import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallError, noConnection } from '#kernel/browser/call.ts'
import { checkoutUrlOf, priceIdOf, whyItFailed } from './checkout-response.ts'

test('[S8-057] a plan without a configured price cannot be bought', () => {
  assert.equal(priceIdOf({ current_price_id: 'price_1' }), 'price_1')
  for (const current_price_id of [null, ''])
    assert.throws(() => priceIdOf({ current_price_id }), { message: 'No price ID found for this plan' })
})

test('[S8-058] a response without an address is not a checkout', () => {
  assert.equal(checkoutUrlOf({ url: 'https://checkout.example/c' }), 'https://checkout.example/c')
  for (const answer of [{}, { url: null }, { url: '' }])
    assert.throws(() => checkoutUrlOf(answer), { message: 'No checkout URL received' })
})

test('the reason is the server’s, else our message for a lost connection, else the thrown error', () => {
  assert.equal(whyItFailed(new CallError(409, 'plan_active', 'Has one', 'Has one')), 'Has one')
  assert.equal(whyItFailed(new CallError(500, '500', 'The server answered 500')), undefined)
  assert.equal(whyItFailed(noConnection()), 'No connection. Check your network and try again.')
  assert.equal(whyItFailed(new Error('No checkout URL received')), 'No checkout URL received')
  assert.equal(whyItFailed('a string'), undefined)
})
