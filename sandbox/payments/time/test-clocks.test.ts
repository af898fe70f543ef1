import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type Stripe from 'stripe'
import { openBench } from '../test-bench.ts'
import type { Bench } from '../test-bench.ts'
import { openBilling, period } from '../billing-bench.ts'
import type { BillingBench } from '../billing-bench.ts'
import { DAY } from './periods.ts'

describe('test clocks', () => {
  let bench: Bench
  let stripe: Stripe
  let billing: BillingBench
  before(async () => {
    bench = await openBench()
    stripe = bench.stripe
    billing = await openBilling(bench)
  })
  after(() => bench.close())

  const start = Date.parse('2027-01-01T00:00:00Z') / 1000

  test('moves time only for its customers', async () => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start, name: 'January' })
    assert.deepEqual([clock.status, clock.frozen_time], ['ready', start])
    const mine = await billing.customer('pm_card_visa', { test_clock: clock.id })
    const other = await billing.customer()
    const items = [{ price: billing.pro.id }]
    const made = await stripe.subscriptions.create({ customer: mine.id, items, trial_period_days: 7 })
    const apart = await stripe.subscriptions.create({ customer: other.id, items, trial_period_days: 7 })
    assert.deepEqual([made.created, made.trial_end, made.test_clock], [start, start + 7 * DAY, clock.id])

    const moving = await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + 8 * DAY })
    assert.equal(moving.status, 'advancing')
    const ready = await stripe.testHelpers.testClocks.retrieve(clock.id)
    assert.deepEqual([ready.status, ready.frozen_time], ['ready', start + 8 * DAY])
    const moved = await billing.read(made.id)
    assert.deepEqual(
      [moved.status, period(moved)[0], (moved.latest_invoice as Stripe.Invoice).created],
      ['active', start + 7 * DAY, start + 7 * DAY],
    )
    assert.equal((await billing.read(apart.id)).status, 'trialing')

    await billing.advance(8)
    assert.equal((await billing.read(apart.id)).status, 'active')
    assert.equal(
      period(await billing.read(made.id))[0],
      start + 7 * DAY,
      'the sandbox’s own time is not its time',
    )
    const types = (await stripe.events.list({ limit: 100 })).data.map((one) => one.type)
    assert.ok(types.includes('test_helpers.test_clock.ready'))
    const listed = await stripe.subscriptions.list({ test_clock: clock.id })
    assert.deepEqual(
      listed.data.map((one) => one.id),
      [made.id],
    )
  })

  test('only moves forward, by at most two intervals; deleting it deletes its customers', async () => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start })
    const customer = await billing.customer('pm_card_visa', { test_clock: clock.id })
    const { id } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: billing.pro.id }],
    })
    const advance = (to: number) => stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: to })
    await assert.rejects(advance(start), { param: 'frozen_time' })
    await assert.rejects(advance(start + 90 * DAY), { param: 'frozen_time', message: /two intervals/ })
    await advance(start + 60 * DAY)
    assert.equal((await stripe.invoices.list({ subscription: id })).data.length, 3)
    assert.ok((await stripe.testHelpers.testClocks.list()).data.some((one) => one.id === clock.id))
    assert.equal((await stripe.testHelpers.testClocks.del(clock.id)).deleted, true)
    await assert.rejects(stripe.customers.retrieve(customer.id), { statusCode: 404 })
    await assert.rejects(stripe.subscriptions.retrieve(id), { statusCode: 404 })
    await assert.rejects(stripe.customers.create({ test_clock: clock.id }), { param: 'test_clock' })
    const live = bench.client(bench.sandbox.keys.secretKeyLive)
    await assert.rejects(live.testHelpers.testClocks.create({ frozen_time: start }), { statusCode: 400 })
  })
})
