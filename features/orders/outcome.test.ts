import assert from 'node:assert/strict'
import { test } from 'node:test'
import type Stripe from 'stripe'
import { mismatchOf, outcomeOf } from './outcome.ts'

const order = { id: 'o1', mode: 'test', source_id: 'i1', amount_total: 1000, currency: 'eur' }

/** The parts of a session that decide. */
const session = (more: object) =>
  ({
    status: 'complete',
    payment_status: 'paid',
    livemode: false,
    client_reference_id: 'o1',
    metadata: { item_id: 'i1' },
    amount_total: 1000,
    currency: 'eur',
    customer_details: { email: 'a@b.example' },
    payment_intent: {
      id: 'pi_1',
      status: 'succeeded',
      latest_charge: { refunded: false, amount_refunded: 0 },
    },
    ...more,
  }) as unknown as Stripe.Checkout.Session

test('the session’s state decides what an order is, not the name of an event', () => {
  const cases: [object, string][] = [
    [{}, 'paid'],
    [{ payment_status: 'no_payment_required', payment_intent: null }, 'paid'],
    [{ status: 'open', payment_status: 'unpaid', payment_intent: null }, 'pending'],
    [{ status: 'open', payment_status: 'no_payment_required', payment_intent: null }, 'pending'],
    [{ status: 'expired', payment_status: 'unpaid', payment_intent: null }, 'expired'],
    [{ payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'processing' } }, 'pending'],
    [
      { payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'requires_payment_method' } },
      'failed',
    ],
    [
      { payment_intent: { id: 'pi_1', latest_charge: { refunded: true, amount_refunded: 1000 } } },
      'refunded',
    ],
    [{ payment_intent: { id: 'pi_1', latest_charge: { refunded: false, amount_refunded: 400 } } }, 'paid'],
  ]
  for (const [more, status] of cases)
    assert.equal(outcomeOf(session(more)).status, status, JSON.stringify(more))
  const partly = outcomeOf(
    session({ payment_intent: { id: 'pi_1', latest_charge: { amount_refunded: 400 } } }),
  )
  assert.equal(partly.amountRefunded, 400)
  assert.deepEqual(
    [outcomeOf(session({})).paymentIntentId, outcomeOf(session({})).email],
    ['pi_1', 'a@b.example'],
  )
})

test('[H08] a session of another amount, currency, product, order or mode is told apart', () => {
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
  ]
  for (const [more, words] of wrong) assert.match(mismatchOf(session(more), order) ?? '', words)
})
