import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type Stripe from 'stripe'
import type { Bench } from './test-bench.ts'
import { goodCard, idOf, openBench, tenEuros } from './test-bench.ts'

describe('products, prices, customers, payments, refunds', () => {
  let bench: Bench
  let stripe: Stripe
  before(async () => {
    bench = await openBench()
    stripe = bench.stripe
  })
  after(() => bench.close())

  test('products: create, read, change, list', async () => {
    const made = await stripe.products.create({ name: 'Pro', metadata: { plan: 'pro' } })
    const changed = await stripe.products.update(made.id, {
      active: false,
      metadata: { plan: '', tier: '2' },
    })
    assert.deepEqual([changed.active, changed.metadata], [false, { tier: '2' }])
    assert.deepEqual(await stripe.products.retrieve(made.id).then((one) => one.name), 'Pro')
    assert.equal(
      (await stripe.products.list({ active: true })).data.some((one) => one.id === made.id),
      false,
    )
    await assert.rejects(stripe.products.create({ name: ' ' }), { param: 'name' })
  })

  test('prices: lookup keys are unique and can be transferred; prices can recur', async () => {
    const product = await stripe.products.create({ name: 'Plan' })
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'EUR',
      unit_amount: 1900,
      recurring: { interval: 'month' },
      lookup_key: 'pro_monthly',
    })
    assert.deepEqual([price.type, price.currency, price.recurring?.interval], ['recurring', 'eur', 'month'])
    const again = { product: product.id, currency: 'eur', unit_amount: 2900, lookup_key: 'pro_monthly' }
    await assert.rejects(stripe.prices.create(again), { param: 'lookup_key' })
    const next = await stripe.prices.create({ ...again, transfer_lookup_key: true })
    assert.equal((await stripe.prices.retrieve(price.id)).lookup_key, null)
    assert.deepEqual(
      (await stripe.prices.list({ lookup_keys: ['pro_monthly'] })).data.map((one) => one.id),
      [next.id],
    )
    assert.equal((await stripe.prices.update(next.id, { active: false })).active, false)
    const session = { ...tenEuros, line_items: [{ price: price.id, quantity: 1 }] }
    await assert.rejects(stripe.checkout.sessions.create(session), /recurring price/)
    await assert.rejects(stripe.prices.create({ currency: 'eur', unit_amount: 1 }), {
      code: 'parameter_missing',
    })
  })

  test('customers: create, read, change, delete', async () => {
    const made = await stripe.customers.create({ email: 'a@b.test', name: 'A' })
    assert.equal((await stripe.customers.update(made.id, { name: 'B' })).name, 'B')
    assert.deepEqual(
      (await stripe.customers.list({ email: 'a@b.test' })).data.map((one) => one.id),
      [made.id],
    )
    assert.equal((await stripe.customers.del(made.id)).deleted, true)
    const gone = await stripe.customers.retrieve(made.id)
    assert.equal(gone.deleted, true)
    await assert.rejects(stripe.checkout.sessions.create({ ...tenEuros, customer: made.id }), {
      code: 'resource_missing',
      param: 'customer',
    })
    await assert.rejects(stripe.customers.create({ email: 'nobody' }), { param: 'email' })
    await assert.rejects(stripe.customers.create({ metadata: { k: 'v'.repeat(501) } }), { param: 'metadata' })
  })

  test('payment intents: create, confirm with a named card, list', async () => {
    const made = await stripe.paymentIntents.create({ amount: 700, currency: 'usd' })
    assert.equal(made.status, 'requires_payment_method')
    const paid = await stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' })
    assert.deepEqual([paid.status, paid.amount_received], ['succeeded', 700])
    await assert.rejects(stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' }), {
      code: 'payment_intent_unexpected_state',
    })
    assert.equal((await stripe.paymentIntents.list({ limit: 1 })).data[0]?.id, made.id)
    const charge = await stripe.charges.retrieve(idOf(paid.latest_charge))
    assert.equal(charge.payment_intent, made.id)
    await assert.rejects(stripe.paymentIntents.create({ amount: 0, currency: 'usd' }), { param: 'amount' })
  })

  test('refunds: a part, then the rest, never more than what remains', async () => {
    const account = await bench.onboardedAccount()
    const options = { stripeAccount: account }
    const session = await stripe.checkout.sessions.create(tenEuros, options)
    await assert.rejects(stripe.refunds.create({ charge: 'ch_none' }, options), {
      code: 'resource_missing',
      param: 'charge',
    })
    await assert.rejects(stripe.refunds.create({}, options), { code: 'parameter_missing' })
    await bench.submit(session.url!, goodCard)
    const paid = await stripe.checkout.sessions.retrieve(session.id, {}, options)
    const intent = idOf(paid.payment_intent)

    await assert.rejects(stripe.refunds.create({ payment_intent: intent, amount: 1001 }, options), {
      param: 'amount',
    })
    const part = await stripe.refunds.create(
      { payment_intent: intent, amount: 400, reason: 'requested_by_customer' },
      options,
    )
    assert.deepEqual([part.status, part.amount, part.currency], ['succeeded', 400, 'eur'])
    const rest = await stripe.refunds.create({ payment_intent: intent }, options)
    assert.equal(rest.amount, 600)
    await assert.rejects(stripe.refunds.create({ payment_intent: intent }, options), {
      code: 'charge_already_refunded',
    })

    const charge = await stripe.charges.retrieve(idOf(part.charge), {}, options)
    assert.deepEqual([charge.refunded, charge.amount_refunded], [true, 1000])
    assert.deepEqual(
      (await stripe.refunds.list({ payment_intent: intent }, options)).data.map((one) => one.id),
      [rest.id, part.id],
    )
    assert.equal((await stripe.refunds.retrieve(part.id, {}, options)).amount, 400)
    const events = await stripe.events.list({ limit: 3 }, options)
    assert.deepEqual(events.data.map((one) => one.type).toReversed(), [
      'charge.refunded',
      'refund.created',
      'refund.updated',
    ])
    const last = await stripe.events.list({ type: 'charge.refunded', limit: 1 }, options)
    assert.deepEqual(last.data[0]?.data.previous_attributes, { amount_refunded: 400, refunded: false })
  })
})
