import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type Stripe from 'stripe'
import { goodCard, idOf, openBench } from '../test-bench.ts'
import type { Bench } from '../test-bench.ts'

const DAY = 24 * 60 * 60

describe('Checkout in subscription mode', () => {
  let bench: Bench
  let stripe: Stripe
  let price: string
  before(async () => {
    bench = await openBench()
    stripe = bench.stripe
    const pro = { currency: 'eur', unit_amount: 1900, recurring: { interval: 'month' } } as const
    price = (await stripe.prices.create({ ...pro, product_data: { name: 'Pro' } })).id
  })
  after(() => bench.close())

  const order = (
    more: Partial<Stripe.Checkout.SessionCreateParams> = {},
    options: Stripe.RequestOptions = {},
  ): Promise<Stripe.Checkout.Session> =>
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        line_items: [{ price, quantity: 1 }],
        success_url: 'http://shop.test/done',
        cancel_url: 'http://shop.test/back',
        ...more,
      },
      options,
    )
  const trial: Partial<Stripe.Checkout.SessionCreateParams> = {
    subscription_data: {
      trial_period_days: 3,
      metadata: { user_id: 'u1' },
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    },
    payment_method_collection: 'always',
  }
  const eventsSince = async (id: string, options: Stripe.RequestOptions = {}): Promise<string[]> => {
    const { data } = await stripe.events.list({ ending_before: id, limit: 100 }, options)
    return data.map((one) => one.type).toReversed()
  }
  const lastEvent = async (options: Stripe.RequestOptions = {}): Promise<string> =>
    (await stripe.events.list({ limit: 1 }, options)).data[0]!.id

  test('a trial saves the card, charges nothing, and sends events', async () => {
    const customer = await stripe.customers.create({ email: 'ada@example.test' })
    const session = await order({ ...trial, customer: customer.id, client_reference_id: 'u1' })
    assert.deepEqual(
      [session.mode, session.status, session.payment_status, session.amount_total],
      ['subscription', 'open', 'unpaid', 0],
    )
    const page = await fetch(session.url!).then((answer) => answer.text())
    assert.match(page, /3 days free, then €19\.00 per month\./)
    assert.match(page, />Start trial<\/button/)
    assert.match(page, /sandbox, no real money/)

    const before = await lastEvent()
    const paid = await bench.submit(session.url!, goodCard)
    assert.equal(paid.headers.get('location'), 'http://shop.test/done')
    assert.deepEqual(await eventsSince(before), [
      'payment_method.attached',
      'customer.subscription.created',
      'customer.subscription.trial_will_end',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
      'checkout.session.completed',
    ])

    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.default_payment_method', 'invoice'],
    })
    assert.deepEqual(
      [done.status, done.payment_status, done.customer, done.payment_intent],
      ['complete', 'no_payment_required', customer.id, null],
    )
    const subscription = done.subscription as Stripe.Subscription
    assert.deepEqual(
      [subscription.status, subscription.metadata, subscription.customer, subscription.cancel_at_period_end],
      ['trialing', { user_id: 'u1' }, customer.id, false],
    )
    const [item] = subscription.items.data
    assert.equal(subscription.trial_end! - subscription.trial_start!, 3 * DAY)
    assert.deepEqual(
      [item?.price.id, item?.plan.interval, item?.current_period_end],
      [price, 'month', subscription.trial_end],
    )
    const method = subscription.default_payment_method as Stripe.PaymentMethod
    assert.deepEqual([method.card?.last4, method.customer], ['4242', customer.id])
    const invoice = done.invoice as Stripe.Invoice
    assert.deepEqual(
      [invoice.status, invoice.amount_due, invoice.billing_reason, invoice.lines.data[0]?.description],
      ['paid', 0, 'subscription_create', 'Trial period for Pro'],
    )
    assert.equal(invoice.parent?.subscription_details?.subscription, subscription.id)
    assert.equal((await stripe.charges.list({ customer: customer.id })).data.length, 0)
  })

  test('without a trial, the first month is paid immediately, by a new customer', async () => {
    const session = await order({ line_items: [{ price, quantity: 2 }] })
    assert.equal(session.amount_total, 3800)
    const page = await fetch(session.url!).then((answer) => answer.text())
    assert.match(page, /€38\.00 per month/)
    assert.match(page, />Subscribe<\/button/)
    const before = await lastEvent()
    await bench.submit(session.url!, goodCard)
    assert.deepEqual(await eventsSince(before), [
      'customer.created',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'payment_method.attached',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
      'checkout.session.completed',
    ])
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['customer', 'subscription.latest_invoice.payments'],
    })
    assert.deepEqual([done.payment_status, done.customer_details?.email], ['paid', 'buyer@example.test'])
    assert.equal((done.customer as Stripe.Customer).email, 'buyer@example.test')
    const subscription = done.subscription as Stripe.Subscription
    assert.equal(subscription.status, 'active')
    const invoice = subscription.latest_invoice as Stripe.Invoice
    assert.deepEqual([invoice.status, invoice.amount_paid, invoice.amount_remaining], ['paid', 3800, 0])
    const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent)
    const paid = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
    assert.deepEqual([paid.amount, (paid.latest_charge as Stripe.Charge).paid], [3800, true])
    const found = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intent },
    })
    assert.deepEqual(
      found.data.map((one) => [one.invoice, one.status]),
      [[invoice.id, 'paid']],
    )
    const listed = await stripe.subscriptions.list({ customer: idOf(done.customer), status: 'all' })
    assert.deepEqual(
      listed.data.map((one) => one.id),
      [subscription.id],
    )
    const again = await bench.submit(`${bench.sandbox.url}/c/pay/${session.id}`, goodCard)
    assert.equal(again.status, 303)
    assert.equal((await stripe.subscriptions.list({ customer: idOf(done.customer) })).data.length, 1)
  })

  test('a declined card starts no subscription, with or without a trial, and can be replaced', async () => {
    for (const more of [trial, {}]) {
      const session = await order(more)
      const refused = await bench.submit(session.url!, { ...goodCard, number: '4000000000000002' })
      assert.equal(refused.status, 402)
      assert.match(await refused.text(), /Your card was declined\./)
      const open = await stripe.checkout.sessions.retrieve(session.id)
      assert.deepEqual([open.status, open.subscription], ['open', null])
      await bench.submit(session.url!, goodCard)
      const done = await stripe.checkout.sessions.retrieve(session.id)
      assert.deepEqual(done.status, 'complete')
      const methods = await stripe.customers.listPaymentMethods(idOf(done.customer))
      assert.deepEqual(
        methods.data.map((one) => one.card?.last4),
        ['4242'],
      )
    }
  })

  test('4000 0000 0000 0341 is saved in a trial, and declined if something is due', async () => {
    const number = '4000000000000341'
    const kept = await order(trial)
    assert.equal((await bench.submit(kept.url!, { ...goodCard, number })).status, 303)
    const due = await order()
    assert.equal((await bench.submit(due.url!, { ...goodCard, number })).status, 402)
  })

  for (const more of [trial, {}])
    test(`authentication ${more === trial ? 'in a trial' : 'when paying'}: failing starts no subscription, completing does`, async () => {
      const session = await order(more)
      const number = '4000002500003155'
      const sent = await bench.submit(session.url!, { ...goodCard, number })
      const challenge = new URL(sent.headers.get('location')!, bench.sandbox.url).href
      assert.equal(challenge, `${session.url}/challenge`)
      assert.equal((await fetch(challenge)).status, 200)
      assert.equal((await bench.submit(challenge, { answer: 'fail' })).status, 402)
      assert.equal((await stripe.checkout.sessions.retrieve(session.id)).subscription, null)
      await bench.submit(session.url!, { ...goodCard, number })
      assert.equal((await bench.submit(challenge, { answer: 'complete' })).status, 303)
      const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
      const status = more === trial ? 'trialing' : 'active'
      assert.equal((done.subscription as Stripe.Subscription).status, status)
      assert.equal(done.customer_details?.email, goodCard.email)
    })

  test('a trial without a card, if the shop allows it', async () => {
    const session = await order({ ...trial, payment_method_collection: 'if_required' })
    const page = await fetch(session.url!).then((answer) => answer.text())
    assert.doesNotMatch(page, /Card number/)
    await bench.submit(session.url!, { email: 'nocard@example.test' })
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
    const subscription = done.subscription as Stripe.Subscription
    assert.deepEqual([subscription.status, subscription.default_payment_method], ['trialing', null])
  })

  test('on a connected account: its own customer, an inline price, and a fee for the platform', async () => {
    const options = { stripeAccount: await bench.onboardedAccount() }
    const session = await order(
      {
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'eur',
              unit_amount: 500,
              recurring: { interval: 'month', interval_count: 3 },
              product_data: { name: 'Letters' },
            },
          },
        ],
        subscription_data: { application_fee_percent: 10, metadata: { order_id: 'o1' } },
      },
      options,
    )
    assert.match(await fetch(session.url!).then((answer) => answer.text()), /€5\.00 per 3 months/)
    await bench.submit(session.url!, goodCard)
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] }, options)
    const subscription = done.subscription as Stripe.Subscription
    assert.deepEqual([subscription.status, subscription.metadata], ['active', { order_id: 'o1' }])
    const [charge] = (await stripe.charges.list({}, options)).data
    assert.deepEqual([charge?.amount, charge?.application_fee_amount], [500, 50])
    const events = await stripe.events.list({ type: 'customer.subscription.created' }, options)
    assert.equal(events.data[0]?.account, options.stripeAccount)
    await assert.rejects(stripe.subscriptions.retrieve(subscription.id), { code: 'resource_missing' })
  })

  test('works in a frame', async () => {
    const session = await stripe.checkout.sessions.create({
      ...trial,
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      ui_mode: 'embedded_page',
      redirect_on_completion: 'never',
    })
    const frame = `${bench.sandbox.url}/c/embed/${session.client_secret}`
    assert.match(await fetch(frame).then((answer) => answer.text()), />Start trial<\/button/)
    const done = await bench.submit(frame, goodCard)
    assert.equal(done.status, 200)
    const read = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
    assert.equal((read.subscription as Stripe.Subscription).status, 'trialing')
  })

  test('a saved card pays off session, unless the bank requires authentication or it belongs to another customer', async () => {
    const pay = (customer: string, method: string): Promise<Stripe.PaymentIntent> =>
      stripe.paymentIntents.create({
        amount: 700,
        currency: 'eur',
        customer,
        payment_method: method,
        off_session: true,
        confirm: true,
      })
    const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' })
    const [method] = (await stripe.customers.listPaymentMethods(customer.id)).data
    const paid = await pay(customer.id, method!.id)
    assert.deepEqual([paid.status, paid.payment_method], ['succeeded', method!.id])
    const other = await stripe.customers.create({ payment_method: 'pm_card_threeDSecureRequired' })
    await assert.rejects(pay(other.id, method!.id), { statusCode: 400, param: 'payment_method' })
    const [asking] = (await stripe.paymentMethods.list({ customer: other.id, type: 'card' })).data
    await assert.rejects(pay(other.id, asking!.id), {
      type: 'StripeCardError',
      code: 'authentication_required',
    })
    assert.equal((await stripe.paymentMethods.detach(method!.id)).customer, null)
    assert.deepEqual((await stripe.customers.listPaymentMethods(customer.id)).data, [])
    const made = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_mastercard' } })
    assert.deepEqual(
      [made.card?.brand, made.card?.fingerprint === method!.card?.fingerprint],
      ['mastercard', false],
    )
    const twin = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    assert.equal(twin.card?.fingerprint, method!.card?.fingerprint, 'equal numbers have equal fingerprints')
    await assert.rejects(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: customer.id }), {
      type: 'StripeCardError',
    })
  })

  const refusals: Array<[string, Partial<Stripe.Checkout.SessionCreateParams>, string]> = [
    [
      'nothing that recurs',
      {
        line_items: [
          { quantity: 1, price_data: { currency: 'eur', unit_amount: 500, product_data: { name: 'x' } } },
        ],
      },
      'line_items',
    ],
    ['payment_intent_data', { payment_intent_data: { description: 'x' } }, 'payment_intent_data'],
    ['customer_creation', { customer_creation: 'always' }, 'customer_creation'],
    [
      'a trial of no days',
      { subscription_data: { trial_period_days: 0 } },
      'subscription_data[trial_period_days]',
    ],
    ['a trial that has ended', { subscription_data: { trial_end: 1 } }, 'subscription_data[trial_end]'],
    [
      'a fee for the platform from itself',
      { subscription_data: { application_fee_percent: 5 } },
      'subscription_data[application_fee_percent]',
    ],
    [
      'subscription_data for an order',
      { mode: 'payment', subscription_data: { description: 'x' } },
      'subscription_data',
    ],
  ]
  for (const [what, params, param] of refusals)
    test(`refuses ${what}`, () => assert.rejects(order(params), { statusCode: 400, param }))
})
