import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDone, refundsText, refundsTitle } from './refunds-text.ts'

const none = { orders: 4, requested: 0, refunded: 0, failed: 0, left: 0 }
const said = (more: object) => {
  const refunds = { ...none, ...more }
  return [refundsTitle(refunds, isDone(refunds)), refundsText(refunds)]
}

test('a canceled event says how far its refunds are, and that what was interrupted is not refunded', () => {
  assert.deepEqual(said({ requested: 3, refunded: 1 }), [
    'The event is canceled. Refunds are on their way.',
    '1 of 4 orders refunded.',
  ])
  assert.deepEqual(said({ refunded: 4 }), [
    'The event is canceled, and its orders are refunded.',
    '4 of 4 orders refunded.',
  ])
  assert.deepEqual(said({ refunded: 3, failed: 1 })[0], 'Some refunds failed.')
  // The server was killed between closing the event and queuing its refunds.
  assert.deepEqual(said({ left: 4 }), [
    'The event is canceled. Some orders are not refunded.',
    '0 of 4 orders refunded. 4 not refunded yet: disputed ones wait, the others can be refunded.',
  ])
  assert.equal(said({ orders: 0 })[0], 'The event is canceled. No order was paid.')
})
