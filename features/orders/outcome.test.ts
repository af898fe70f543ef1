import assert from 'node:assert/strict'
import { test } from 'node:test'
import type Stripe from 'stripe'
import { mismatchOf, outcomeOf } from './outcome.ts'
import type { PaymentFacts } from './payment-facts.ts'

const order = {
  id: 'o1',
  mode: 'test',
  source_id: 'i1',
  amount_total: 1000,
  currency: 'eur',
  interval: null,
}

/** The fields of a session that determine the outcome. */
const session = (more: object) =>
  ({
    status: 'complete',
    payment_status: 'paid',
    mode: 'payment',
    livemode: false,
    client_reference_id: 'o1',
    metadata: { item_id: 'i1' },
    amount_total: 1000,
    currency: 'eur',
    customer_details: { email: 'a@b.example' },
    ...more,
  }) as unknown as Stripe.Checkout.Session

/** A payment of 1000 with these refunds, newest first. */
const payment = (refunds: [amount: number, status: string][] = [], status = 'succeeded') =>
  ({
    intent: { id: 'pi_1', status, amount: 1000, amount_received: 1000 },
    refunds: refunds.map(([amount, state]) => ({ amount, status: state })),
    dispute: null,
  }) as unknown as PaymentFacts

test('the session’s state determines an order’s state, not the name of an event', () => {
  const cases: [object, PaymentFacts | undefined, string][] = [
    [{}, payment(), 'paid'],
    [{ payment_status: 'no_payment_required' }, undefined, 'paid'],
    [{ status: 'open', payment_status: 'unpaid' }, undefined, 'pending'],
    [{ status: 'open', payment_status: 'no_payment_required' }, undefined, 'pending'],
    [{ status: 'expired', payment_status: 'unpaid' }, undefined, 'expired'],
    [{ payment_status: 'unpaid' }, payment([], 'processing'), 'pending'],
    [{ payment_status: 'unpaid' }, payment([], 'requires_payment_method'), 'failed'],
    [{}, payment([[1000, 'succeeded']]), 'refunded'],
    [
      {},
      payment([
        [600, 'pending'],
        [400, 'succeeded'],
      ]),
      'refunded',
    ],
    [{}, payment([[400, 'succeeded']]), 'paid'],
    [{}, payment([[1000, 'failed']]), 'paid'],
    [
      {},
      payment([
        [600, 'canceled'],
        [400, 'succeeded'],
      ]),
      'paid',
    ],
  ]
  for (const [more, of, status] of cases)
    assert.equal(outcomeOf(session(more), of).status, status, JSON.stringify([more, of]))
  const partly = outcomeOf(
    session({}),
    payment([
      [600, 'failed'],
      [400, 'succeeded'],
    ]),
  )
  assert.deepEqual(
    [partly.amountRefunded, partly.paymentIntentId, partly.email],
    [400, 'pi_1', 'a@b.example'],
  )
})

test('[H08] a session with a different amount, currency, product, order or mode is a mismatch', () => {
  assert.equal(mismatchOf(session({}), order), undefined)
  const wrong: [object, RegExp][] = [
    [{ amount_total: 999 }, /999, not 1000/],
    [{ amount_total: 1001 }, /1001/],
    [{ currency: 'usd' }, /usd, not eur/],
    [{ metadata: { item_id: 'i2' } }, /another product/],
    [{ metadata: {} }, /another product/],
    [{ client_reference_id: 'o2' }, /another order/],
    [{ client_reference_id: null }, /another order/],
    [{ livemode: true }, /another mode/],
    [{ mode: 'subscription' }, /is recurring/],
  ]
  for (const [more, problem] of wrong) assert.match(mismatchOf(session(more), order) ?? '', problem)
})
