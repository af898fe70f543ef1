import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type Stripe from 'stripe'
import { openBench } from '../test-bench.ts'
import type { Bench } from '../test-bench.ts'
import { openBilling, period } from '../billing-bench.ts'
import type { BillingBench } from '../billing-bench.ts'
import { DAY, periodEnd } from './periods.ts'

const noon = (text: string): number => Date.parse(`${text}T12:00:00Z`) / 1000

test('months are counted from the anchor: after February, the day is the 31st again', () => {
  const anchor = noon('2027-01-31')
  const ends = [anchor]
  for (let at = 0; at < 3; at += 1) ends.push(periodEnd(anchor, ends.at(-1)!, 'month', 1))
  assert.deepEqual(ends.slice(1), [noon('2027-02-28'), noon('2027-03-31'), noon('2027-04-30')])
  assert.equal(periodEnd(noon('2028-02-29'), noon('2028-02-29'), 'year', 1), noon('2029-02-28'))
  assert.equal(periodEnd(anchor, anchor, 'week', 2), anchor + 14 * DAY)
  assert.equal(periodEnd(anchor, anchor + 5 * DAY, 'day', 1), anchor + 6 * DAY)
})

describe('subscriptions over time', () => {
  let bench: Bench
  let stripe: Stripe
  let billing: BillingBench
  before(async () => {
    bench = await openBench()
    stripe = bench.stripe
    billing = await openBilling(bench)
  })
  after(() => bench.close())

  const statusOf = async (id: string): Promise<string> => (await billing.read(id)).status
  const invoiceOf = (subscription: Stripe.Subscription): Stripe.Invoice =>
    subscription.latest_invoice as Stripe.Invoice

  test('a payment ends a trial, and each month is paid on its day', async () => {
    const { id, trial_end: end } = await billing.trial((await stripe.customers.create({})).id)
    await billing.news()
    await billing.advance(2)
    assert.equal(await statusOf(id), 'trialing')
    await billing.advance(1, 60)
    assert.deepEqual(await billing.news(), [
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ])
    const first = await billing.read(id)
    assert.deepEqual(
      [first.status, invoiceOf(first).billing_reason, invoiceOf(first).amount_paid, period(first)[0]],
      ['active', 'subscription_cycle', 1900, end],
    )
    const [event] = (await stripe.events.list({ type: 'customer.subscription.updated', limit: 1 })).data
    assert.equal(event!.data.previous_attributes?.['status' as never], 'trialing')
    assert.equal(event!.created, end, 'dated at the time it was due')

    // After a jump of two months, both are due, one after the other.
    await billing.advance(62)
    const { data } = await stripe.invoices.list({ subscription: id })
    assert.deepEqual(
      data.map((one) => [one.status, one.amount_paid]),
      [
        ['paid', 1900],
        ['paid', 1900],
        ['paid', 1900],
        ['paid', 0],
      ],
    )
    assert.equal(period(await billing.read(id))[0], periodEnd(end!, period(first)[1], 'month', 1))
  })

  test('trial_will_end is sent three days before the end of a longer trial', async () => {
    const customer = await billing.customer()
    const { id } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: billing.pro.id }],
      trial_period_days: 10,
    })
    await billing.news()
    await billing.advance(6)
    assert.deepEqual(await billing.news(), [])
    await billing.advance(1, 60)
    assert.deepEqual(await billing.news(), ['customer.subscription.trial_will_end'])
    await stripe.subscriptions.cancel(id)
  })

  test('a card that fails later: past due, retried on days 3, 8 and 15, then the subscription ends', async () => {
    const { id } = await billing.trial((await stripe.customers.create({})).id, '4000000000000341')
    await billing.news()
    await billing.advance(3, 60)
    assert.deepEqual(await billing.news(), [
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
      'customer.subscription.updated',
    ])
    const late = await billing.read(id)
    assert.deepEqual(
      [late.status, invoiceOf(late).status, invoiceOf(late).attempt_count, invoiceOf(late).amount_remaining],
      ['past_due', 'open', 1, 1900],
    )
    assert.equal(invoiceOf(late).next_payment_attempt, invoiceOf(late).created + 3 * DAY)

    await billing.advance(3, 60)
    assert.deepEqual(await billing.news(), [
      'charge.failed',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
    ])
    await billing.advance(5)
    assert.deepEqual([await statusOf(id), invoiceOf(await billing.read(id)).attempt_count], ['past_due', 3])
    await billing.advance(7)
    const over = await billing.read(id)
    assert.deepEqual(
      [over.status, over.cancellation_details?.reason, invoiceOf(over).next_payment_attempt],
      ['canceled', 'payment_failed', null],
    )
    assert.equal((await billing.news()).at(-1), 'customer.subscription.deleted')
    assert.deepEqual((await stripe.subscriptions.list({ customer: idText(over) })).data, [])
    assert.equal(
      (await stripe.subscriptions.list({ customer: idText(over), status: 'ended' })).data.length,
      1,
    )
  })

  test('the state after the last retry can be set; an unpaid subscription becomes active when its invoice is paid', async () => {
    await bench.control('dunning', { afterRetries: 'unpaid' })
    const customer = await stripe.customers.create({})
    const { id } = await billing.trial(customer.id, '4000000000000341')
    await billing.advance(3 + 3 + 5 + 7, 300)
    const unpaid = await billing.read(id)
    assert.equal(unpaid.status, 'unpaid')
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    await stripe.invoices.pay(invoiceOf(unpaid).id, { payment_method: good.id })
    assert.equal(await statusOf(id), 'active')
    await bench.control('dunning', { afterRetries: 'canceled' })
    await stripe.subscriptions.cancel(id)
  })

  test('with a new card and a paid invoice, a past-due subscription becomes active', async () => {
    const customer = await stripe.customers.create({})
    const { id } = await billing.trial(customer.id, '4000000000000341')
    await billing.advance(3, 60)
    const invoice = invoiceOf(await billing.read(id))
    await assert.rejects(stripe.invoices.pay(invoice.id), {
      type: 'StripeCardError',
      code: 'card_declined',
      statusCode: 402,
    })
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    await stripe.subscriptions.update(id, { default_payment_method: good.id })
    await billing.news()
    assert.equal((await stripe.invoices.pay(invoice.id)).status, 'paid')
    assert.deepEqual((await billing.news()).slice(-3), [
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ])
    assert.equal(await statusOf(id), 'active')
    await assert.rejects(stripe.invoices.pay(invoice.id), { statusCode: 400, message: /already paid/ })
    await stripe.subscriptions.cancel(id)
  })

  test('a card that always requires authentication cannot renew, and an event reports it', async () => {
    const always = await billing.customer('pm_card_threeDSecureRequired')
    const { id } = await stripe.subscriptions.create({
      customer: always.id,
      items: [{ price: billing.pro.id }],
      trial_period_days: 1,
    })
    await billing.news()
    await billing.advance(1, 60)
    assert.deepEqual((await billing.news()).slice(-3), [
      'invoice.payment_action_required',
      'invoice.payment_failed',
      'customer.subscription.updated',
    ])
    assert.equal(await statusOf(id), 'past_due')
    await stripe.subscriptions.cancel(id)
  })

  test('a trial without a card ends as its settings define', async () => {
    const end = async (missing: 'cancel' | 'create_invoice' | 'pause'): Promise<Stripe.Subscription> => {
      const { id } = await stripe.subscriptions.create({
        customer: (await stripe.customers.create({})).id,
        items: [{ price: billing.pro.id }],
        trial_period_days: 1,
        trial_settings: { end_behavior: { missing_payment_method: missing } },
      })
      await billing.news()
      await billing.advance(1, 60)
      return billing.read(id)
    }
    const canceled = await end('cancel')
    assert.deepEqual([canceled.status, await billing.news()], ['canceled', ['customer.subscription.deleted']])
    const billed = await end('create_invoice')
    assert.deepEqual([billed.status, invoiceOf(billed).status], ['past_due', 'open'])
    await stripe.subscriptions.cancel(billed.id)
    const paused = await end('pause')
    assert.deepEqual(
      [paused.status, await billing.news()],
      ['paused', ['customer.subscription.updated', 'customer.subscription.paused']],
    )
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: idText(paused) })
    await stripe.customers.update(idText(paused), { invoice_settings: { default_payment_method: method.id } })
    assert.equal((await stripe.subscriptions.resume(paused.id)).status, 'active')
    assert.equal((await billing.news()).at(-1), 'customer.subscription.resumed')
    await stripe.subscriptions.cancel(paused.id)
  })

  test('canceled at the end of the period: active until then, and can be undone', async () => {
    const customer = await billing.customer()
    const made = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: billing.pro.id }],
    })
    assert.equal(made.status, 'active')
    const ending = await stripe.subscriptions.update(made.id, {
      cancel_at_period_end: true,
      cancellation_details: { feedback: 'too_expensive' },
    })
    assert.deepEqual(
      [ending.status, ending.cancel_at, ending.cancellation_details?.feedback],
      ['active', period(made)[1], 'too_expensive'],
    )
    const back = await stripe.subscriptions.update(made.id, { cancel_at_period_end: false })
    assert.deepEqual([back.cancel_at, back.canceled_at], [null, null])
    await stripe.subscriptions.update(made.id, { cancel_at_period_end: true })
    await billing.advance(20)
    assert.equal(await statusOf(made.id), 'active')
    await billing.news()
    await billing.advance(12)
    assert.deepEqual(await billing.news(), ['customer.subscription.deleted'])
    const ended = await billing.read(made.id)
    assert.deepEqual([ended.status, ended.ended_at], ['canceled', period(made)[1]])
    await assert.rejects(stripe.subscriptions.cancel(made.id), { code: 'resource_missing' })
    await assert.rejects(stripe.subscriptions.update(made.id, { cancel_at_period_end: false }), {
      statusCode: 400,
    })
  })

  test('a failed first payment leaves a subscription incomplete for 23 hours', async () => {
    const customer = await billing.customer('pm_card_chargeCustomerFail')
    const items = [{ price: billing.pro.id }]
    const made = await stripe.subscriptions.create({ customer: customer.id, items })
    assert.equal(made.status, 'incomplete')
    await assert.rejects(
      stripe.subscriptions.create({
        customer: customer.id,
        items,
        payment_behavior: 'error_if_incomplete',
      }),
      { statusCode: 402 },
    )
    assert.equal((await stripe.subscriptions.list({ customer: customer.id })).data.length, 1)
    await billing.advance(1)
    const over = await billing.read(made.id)
    assert.deepEqual([over.status, invoiceOf(over).status], ['incomplete_expired', 'void'])
    await assert.rejects(
      stripe.subscriptions.create({ customer: (await stripe.customers.create({})).id, items }),
      {
        code: 'resource_missing',
        message: /no attached payment source/,
      },
    )
  })

  test('plan change: the difference is billed with the next invoice, immediately, or never', async () => {
    const customer = await billing.customer()
    const { id, items } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: billing.pro.id }],
    })
    const row = items.data[0]!.id
    const change = (price: string, behavior: Stripe.SubscriptionUpdateParams.ProrationBehavior) =>
      stripe.subscriptions.update(id, { items: [{ id: row, price }], proration_behavior: behavior })

    const larger = await change(billing.business.id, 'always_invoice')
    assert.deepEqual([larger.items.data[0]?.id, larger.items.data[0]?.price.id], [row, billing.business.id])
    const now = invoiceOf(await billing.read(id))
    assert.deepEqual(
      [now.billing_reason, now.status, now.lines.data.map((line) => line.amount > 0)],
      ['subscription_update', 'paid', [false, true]],
    )
    assert.ok(Math.abs(now.amount_paid - 3000) <= 1, 'the whole month remains')

    await change(billing.pro.id, 'create_prorations')
    await billing.advance(32)
    const next = invoiceOf(await billing.read(id))
    assert.equal(next.lines.data.length, 3)
    assert.ok(next.total < 0, 'the larger plan was already paid')
    assert.deepEqual([next.status, next.amount_due], ['paid', 0])
    const owed = await stripe.customers.retrieve(customer.id)
    assert.equal((owed as Stripe.Customer).balance, next.total)

    await change(billing.business.id, 'none')
    await billing.advance(31)
    const later = invoiceOf(await billing.read(id))
    assert.deepEqual(
      [later.total, later.amount_due, later.starting_balance],
      [4900, 4900 + next.total, next.total],
    )
    await stripe.subscriptions.cancel(id)
  })

  test('a change that cannot be paid is rolled back if required; a detached card is not charged', async () => {
    const customer = await billing.customer()
    const { id, items } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: billing.pro.id }],
    })
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
    await stripe.subscriptions.update(id, { default_payment_method: bad.id })
    await assert.rejects(
      stripe.subscriptions.update(id, {
        items: [{ id: items.data[0]!.id, price: billing.business.id }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      }),
      { type: 'StripeCardError', statusCode: 402 },
    )
    const same = await billing.read(id)
    assert.deepEqual([same.status, same.items.data[0]?.price.id], ['active', billing.pro.id])
    assert.equal((await stripe.invoices.list({ subscription: id })).data.length, 1)

    await stripe.paymentMethods.detach(bad.id)
    assert.equal((await billing.read(id)).default_payment_method, null)
    await billing.advance(32)
    assert.equal(await statusOf(id), 'active', 'the customer’s default card paid')
    const own = customer.invoice_settings.default_payment_method as string
    await stripe.paymentMethods.detach(own)
    await billing.advance(31)
    assert.equal(await statusOf(id), 'past_due')
    await stripe.subscriptions.cancel(id)
  })

  test('deleting a customer ends its subscriptions', async () => {
    const customer = await billing.customer()
    const { id } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: billing.pro.id }],
    })
    await stripe.customers.del(customer.id)
    assert.equal(await statusOf(id), 'canceled')
  })

  test('refuses invalid changes', async () => {
    const customer = (await billing.customer()).id
    const other = await billing.customer()
    const items = [{ price: billing.pro.id }]
    const once = await stripe.prices.create({
      currency: 'eur',
      unit_amount: 100,
      product: idOfProduct(billing),
    })
    const create = (more: Stripe.SubscriptionCreateParams) =>
      stripe.subscriptions.create({ customer, items, ...more })
    const method = other.invoice_settings.default_payment_method as string
    await assert.rejects(create({ items: [{ price: once.id }] }), { param: 'items[0][price]' })
    await assert.rejects(create({ items: [] }), { statusCode: 400 })
    await assert.rejects(create({ customer: 'cus_none' }), { param: 'customer', code: 'resource_missing' })
    await assert.rejects(create({ default_payment_method: method }), { param: 'default_payment_method' })
    await assert.rejects(create({ trial_end: 5 }), { param: 'trial_end' })
    await assert.rejects(create({ trial_end: 32_503_680_000 }), { param: 'trial_end' })
    await assert.rejects(create({ cancel_at: 5 }), { param: 'cancel_at' })
    const never = { interval: 'month', interval_count: 0 } as const
    const price = { currency: 'eur', unit_amount: 100, product: idOfProduct(billing), recurring: never }
    await assert.rejects(stripe.prices.create(price), { param: 'recurring[interval_count]' })
    await assert.rejects(create({ currency: 'usd' }), { param: 'currency' })
    await assert.rejects(create({ collection_method: 'send_invoice' }), { statusCode: 501 })
    await assert.rejects(create({ transfer_data: { destination: 'acct_x' } }), { statusCode: 501 })
    await assert.rejects(stripe.subscriptions.retrieve('sub_none'), { statusCode: 404 })
    await assert.rejects(stripe.subscriptions.update('sub_none', { metadata: { a: 'b' } }), {
      statusCode: 404,
    })
  })
})

function idText(subscription: Stripe.Subscription): string {
  return subscription.customer as string
}

function idOfProduct(billing: BillingBench): string {
  return billing.pro.product as string
}
