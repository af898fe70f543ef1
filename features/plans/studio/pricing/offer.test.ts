import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HeldPlan, offerOf } from './offer.ts'

const plan = (id: string, price_cents: number) => ({
  id,
  name: id,
  price_cents,
  interval: 'month',
  features: [],
})
const PLANS = [plan('free', 0), plan('pro', 1900), plan('business', 5900)]

const offers = (held: HeldPlan | null, trialUsed = false, signedIn = true) =>
  PLANS.map((of) => offerOf(of, { signedIn, held, trialUsed }))
const labels = (...of: Parameters<typeof offers>) => offers(...of).map(({ label }) => label)

test('for every plan, visitors must log in first', () => {
  assert.deepEqual(labels(null, false, false), Array(3).fill('Log in to continue'))
  assert.deepEqual(
    offers(null, false, false).map(({ trial }) => trial),
    [false, true, true],
  )
})

test('each user is offered the free trial once', () => {
  assert.deepEqual(labels(null), ['Continue Free', 'Start Free Trial', 'Start Free Trial'])
  assert.deepEqual(labels(null, true), ['Continue Free', 'Subscribe', 'Subscribe'])
  assert.ok(offers(null, true).every(({ trial }) => !trial))
})

test('on Free the other plans are offered; on an active paid plan none is', () => {
  assert.deepEqual(labels({ plan_id: 'free', status: 'active' }), [
    'Current Plan',
    'Start Free Trial',
    'Start Free Trial',
  ])
  for (const status of ['active', 'trialing', 'past_due']) {
    const shown = offers({ plan_id: 'pro', status })
    assert.deepEqual(
      shown.map(({ label }) => label),
      ['Change Plan', 'Current Plan', 'Change Plan'],
    )
    assert.ok(
      shown.every(({ act, reason, trial }) => act === 'none' && reason && !trial),
      'no button acts',
    )
  }
})

test('an ended plan is offered again, without a trial', () => {
  for (const status of ['canceled', 'unpaid', 'incomplete_expired'])
    assert.deepEqual(labels({ plan_id: 'pro', status }, true), ['Continue Free', 'Subscribe', 'Subscribe'])
})
