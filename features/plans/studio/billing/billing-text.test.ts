import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heldPrice, nextDay, whatIsMissing } from './billing-text.ts'

const held = (more: object) => ({
  plan_id: 'pro',
  name: 'Pro',
  status: 'active',
  price_cents: 1900,
  currency: 'eur',
  interval: 'month',
  trial_end: null,
  current_period_end: '2026-12-18T12:00:00Z',
  cancel_at: null,
  past_due_since: null,
  grace_ends_at: null,
  ...more,
})

test('[S9-016] the price of a plan shows with its interval', () => {
  assert.equal(heldPrice(held({})), '€19.00/month')
})

test('shows one next date at a time', () => {
  assert.equal(nextDay(held({})), 'Next payment 18 Dec 2026')
  assert.equal(
    nextDay(held({ status: 'trialing', trial_end: '2026-11-24T12:00:00Z' })),
    'Trial ends 24 Nov 2026, then €19.00/month',
  )
  assert.equal(nextDay(held({ cancel_at: '2026-12-18T12:00:00Z' })), 'Ends 18 Dec 2026')
  assert.equal(
    nextDay(held({ status: 'past_due', grace_ends_at: '2026-11-30T12:00:00Z' })),
    'Access until 30 Nov 2026',
  )
  for (const more of [{ status: 'canceled' }, { status: 'unpaid' }, { plan_id: 'free' }])
    assert.equal(nextDay(held(more)), '', JSON.stringify(more))
})

test('a missing step is named only while access is denied', () => {
  assert.equal(whatIsMissing({ held: held({ status: 'past_due' }), active: true, trial_refused: false }), '')
  assert.match(
    whatIsMissing({ held: null, active: false, trial_refused: false }),
    /^You start on Free, which costs nothing/,
  )
  for (const status of ['unpaid', 'past_due'])
    assert.match(
      whatIsMissing({ held: held({ status }), active: false, trial_refused: false }),
      /Update your card/,
    )
  assert.match(
    whatIsMissing({ held: held({ status: 'canceled' }), active: false, trial_refused: false }),
    /Choose a plan to continue/,
  )
  assert.match(
    whatIsMissing({ held: null, active: false, trial_refused: true }),
    /one free trial.*You were not charged.*without a trial/,
  )
})
