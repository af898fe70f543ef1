import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type SubscriptionRow,
  SHOWN_STATUSES,
  isAcceptable,
  planPrice,
  planStatus,
  planToShow,
} from './plan-status.ts'

const row = (status: string, unit_amount: number): SubscriptionRow => ({
  status,
  unit_amount,
  currency: 'eur',
  interval: 'month',
  current_period_end: null,
})

test('[S4-002] [S4-003] [S4-004] [S4-005] [S4-006] each status has its label, and the two that need an action are red', () => {
  const shown = SHOWN_STATUSES.map((status) => [status, planStatus(status).label, planStatus(status).tone])
  assert.deepEqual(shown, [
    ['active', 'Active', 'ok'],
    ['trialing', 'Trial', 'accent'],
    ['past_due', 'Past Due', 'danger'],
    ['unpaid', 'Unpaid', 'danger'],
    ['canceled', 'Canceled', 'neutral'],
  ])
})

test('[S4-007] a status without a label is shown as it is', () => {
  for (const status of ['pending', 'incomplete', 'paused', 'constructor', '<b>'])
    assert.deepEqual(planStatus(status), { label: status, tone: 'neutral' })
})

test('[S4-016] active, trialing, pending, none and empty need no action; every other status does', () => {
  for (const status of ['active', 'trialing', 'pending', 'none', '']) assert.ok(isAcceptable(status), status)
  for (const status of ['past_due', 'unpaid', 'canceled', 'incomplete', 'paused', 'constructor'])
    assert.ok(!isAcceptable(status), status)
})

test('[S4-008] the newer of two active rows is shown, even after a canceled one', () => {
  assert.equal(planToShow([row('canceled', 1), row('active', 2), row('active', 3)])?.unit_amount, 2)
  assert.equal(planToShow([row('past_due', 1), row('canceled', 2)])?.unit_amount, 1)
  assert.equal(planToShow([]), undefined)
})

test('[S9-016] the price of a plan shows with its interval', () => {
  assert.equal(planPrice(row('active', 1900)), '€19.00/month')
  assert.equal(planPrice({ ...row('active', 123_450), currency: 'usd', interval: 'year' }), '$1,234.50/year')
})
