import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type Stripe from 'stripe'
import { goodCard, openBench } from '../test-bench.ts'
import type { Bench } from '../test-bench.ts'
import { openBilling, period } from '../billing-bench.ts'
import type { BillingBench } from '../billing-bench.ts'

describe('the customer portal', () => {
  let bench: Bench
  let stripe: Stripe
  let billing: BillingBench
  let features: Stripe.BillingPortal.ConfigurationCreateParams['features']
  before(async () => {
    bench = await openBench()
    stripe = bench.stripe
    billing = await openBilling(bench)
    features = {
      customer_update: { enabled: true, allowed_updates: ['email', 'name'] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: {
        enabled: true,
        mode: 'at_period_end',
        cancellation_reason: { enabled: true, options: ['too_expensive', 'other'] },
      },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        products: [billing.pro, billing.business].map((one) => ({
          product: one.product as string,
          prices: [one.id],
        })),
      },
    }
  })
  after(() => bench.close())

  const visit = async (
    customer: string,
    more: Stripe.BillingPortal.SessionCreateParams = {},
  ): Promise<string> =>
    (
      await stripe.billingPortal.sessions.create({
        customer,
        return_url: 'http://shop.test/billing',
        ...more,
      })
    ).url
  const look = (url: string): Promise<string> => fetch(url).then((answer) => answer.text())
  const send = async (url: string, fields: Record<string, string> = {}): Promise<string> => {
    const answer = await bench.submit(url, fields)
    assert.equal(answer.status, 303, await answer.text())
    return new URL(answer.headers.get('location')!, bench.sandbox.url).href
  }

  test('needs a configuration; the first one is the default', async () => {
    const customer = (await stripe.customers.create({})).id
    await assert.rejects(visit(customer), { statusCode: 400, message: /No configuration provided/ })
    const made = await stripe.billingPortal.configurations.create({ features, metadata: { v: '1' } })
    assert.deepEqual(
      [made.is_default, made.active, made.features.subscription_update.products?.length],
      [true, true, 2],
    )
    assert.equal(made.features.subscription_pause.enabled, false)
    const plain = await stripe.billingPortal.configurations.create({
      features: { subscription_cancel: { enabled: true } },
    })
    assert.deepEqual(
      [plain.features.subscription_cancel.mode, plain.features.subscription_update.proration_behavior],
      ['at_period_end', 'none'],
    )
    await stripe.billingPortal.configurations.update(plain.id, { active: false })
    const second = await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    })
    assert.equal(second.is_default, false)
    const changed = await stripe.billingPortal.configurations.update(second.id, {
      active: false,
      business_profile: { headline: 'Hello' },
      features: { invoice_history: { enabled: false } },
    })
    assert.deepEqual(
      [changed.active, changed.business_profile.headline, changed.features.invoice_history.enabled],
      [false, 'Hello', false],
    )
    const active = await stripe.billingPortal.configurations.list({ active: true })
    assert.deepEqual(
      active.data.map((one) => one.id),
      [made.id],
    )
    await assert.rejects(visit(customer, { configuration: second.id }), { param: 'configuration' })
    await assert.rejects(visit('cus_none'), { code: 'resource_missing', param: 'customer' })
    await assert.rejects(visit(customer, { return_url: 'javascript:alert(1)' }), { code: 'url_invalid' })
    await assert.rejects(
      stripe.billingPortal.configurations.create({
        features: { subscription_update: { enabled: true, products: [] } },
      }),
      { statusCode: 400 },
    )
  })

  test('shows plan, trial, next invoice, card, invoices and the return link', async () => {
    const customer = await stripe.customers.create({ email: 'ada@example.test', name: 'Ada' })
    const { trial_end: end } = await billing.trial(customer.id)
    const page = await look(await visit(customer.id))
    const day = new Date(end! * 1000).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    for (const text of [
      'sandbox, no real money',
      'Pro',
      '€19.00 per month',
      `Trial until ${day}`,
      `€19.00 on ${day}`,
      'Visa ending in 4242, expires 12/2034',
      'ada@example.test',
      '>Switch plan</a>',
      '>Cancel subscription</a>',
      'href="http://shop.test/billing">Return to Sandbox platform<',
    ])
      assert.ok(page.includes(text), text)
  })

  test('another card makes a past-due subscription active again; a declined card shows a message', async () => {
    const customer = await stripe.customers.create({ email: 'ada@example.test' })
    const { id } = await billing.trial(customer.id, '4000000000000341')
    await billing.advance(3, 60)
    assert.equal((await billing.read(id)).status, 'past_due')
    const url = await visit(customer.id)
    assert.match(await look(url), /role="alert"[^>]*>\s*Your last payment failed/)
    assert.match(await send(`${url}/pay?subscription=${id}`), /done=unpaid$/)

    const declined = await bench.submit(`${url}/card`, { ...goodCard, number: '4000000000000002' })
    assert.equal(declined.status, 402)
    assert.match(await declined.text(), /Your card was declined\./)
    const mistyped = await bench.submit(`${url}/card`, { ...goodCard, cvc: '1' })
    assert.equal(mistyped.status, 422)
    await billing.news()
    const home = await send(`${url}/card`, goodCard)
    assert.match(await look(home), /role="status"[^>]*>Your card has been changed\./)
    const healed = await billing.read(id)
    assert.deepEqual([healed.status, (healed.latest_invoice as Stripe.Invoice).status], ['active', 'paid'])
    const news = await billing.news()
    assert.equal(news.at(-1), 'customer.subscription.updated')
    assert.ok(news.includes('invoice.paid') && news.includes('customer.updated'))
    const known = (await stripe.customers.retrieve(customer.id, {
      expand: ['invoice_settings.default_payment_method'],
    })) as Stripe.Customer
    const method = known.invoice_settings.default_payment_method as Stripe.PaymentMethod
    assert.deepEqual([method.id, method.card?.last4], [healed.default_payment_method, '4242'])
    await stripe.subscriptions.cancel(id)
  })

  test('a card that requires authentication: failing keeps the old card, completing uses the new one', async () => {
    const customer = await billing.customer()
    const { id } = await billing.trial(customer.id)
    const url = await visit(customer.id)
    const number = '4000002500003155'
    const bank = await send(`${url}/card`, { ...goodCard, number })
    assert.match(await look(bank), /Complete authentication/)
    assert.equal((await bench.submit(bank, { answer: 'fail' })).status, 402)
    assert.match(await look(url), /ending in 4242/)
    await send(`${url}/card`, { ...goodCard, number })
    assert.match(await look(await send(bank, { answer: 'complete' })), /ending in 3155/)
    await billing.advance(3, 60)
    assert.equal((await billing.read(id)).status, 'active', 'an authenticated card renews without its owner')
    await stripe.subscriptions.cancel(id)
  })

  test('cancels at the end of the period with a reason, and can undo it', async () => {
    const customer = await billing.customer()
    const { id } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: billing.pro.id }],
    })
    const url = await visit(customer.id)
    assert.match(await look(`${url}/cancel?subscription=${id}`), /is not renewed/)
    const home = await send(`${url}/cancel?subscription=${id}`, { feedback: 'too_expensive' })
    const page = await look(home)
    assert.match(page, /Your subscription will not be renewed\./)
    assert.match(page, />\s*Don’t cancel\s*</)
    const ending = await billing.read(id)
    assert.deepEqual(
      [ending.cancel_at_period_end, ending.cancel_at, ending.cancellation_details?.feedback],
      [true, period(ending)[1], 'too_expensive'],
    )
    await send(`${url}/keep?subscription=${id}`)
    assert.equal((await billing.read(id)).cancel_at_period_end, false)
    await send(`${url}/cancel?subscription=${id}`)
    await billing.advance(32)
    assert.equal((await billing.read(id)).status, 'canceled')
    assert.match(await look(await visit(customer.id)), /You have no subscription\./)
  })

  test('switches the plan and pays the difference', async () => {
    const customer = await billing.customer()
    const { id } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: billing.pro.id }],
    })
    const url = await visit(customer.id)
    const step = `${url}/switch?subscription=${id}`
    assert.match(await look(step), /Business, €49\.00 per month/)
    assert.equal((await bench.submit(step, { price: billing.pro.id })).status, 422)
    assert.equal((await bench.submit(step, { price: 'price_else' })).status, 422)
    await send(step, { price: billing.business.id })
    const switched = await billing.read(id)
    assert.deepEqual(
      [switched.items.data[0]?.price.id, (switched.latest_invoice as Stripe.Invoice).billing_reason],
      [billing.business.id, 'subscription_update'],
    )
    await stripe.subscriptions.cancel(id)
  })

  test('a session expires, belongs to one customer, and can be limited to one flow', async () => {
    const customer = await billing.customer()
    const other = await billing.customer()
    const { id } = await stripe.subscriptions.create({
      customer: other.id,
      items: [{ price: billing.pro.id }],
    })
    const url = await visit(customer.id)
    await send(`${url}/cancel?subscription=${id}`)
    assert.equal((await billing.read(id)).cancel_at_period_end, false, 'another’s subscription')
    await billing.advance(0, 50 * 60)
    assert.equal((await fetch(url)).status, 200, 'each step extends the session')
    await billing.advance(0, 61 * 60)
    const over = await fetch(url)
    assert.equal(over.status, 404)
    assert.match(await over.text(), /This link has expired/)
    const unopened = await visit(customer.id)
    await billing.advance(0, 6 * 60)
    assert.equal((await fetch(unopened)).status, 404)

    const flow = await visit(other.id, {
      flow_data: {
        type: 'subscription_cancel',
        subscription_cancel: { subscription: id },
        after_completion: { type: 'redirect', redirect: { return_url: 'http://shop.test/gone' } },
      },
    })
    const opened = await fetch(flow)
    assert.match(opened.url, /\/cancel\?subscription=/)
    assert.equal(await send(opened.url), 'http://shop.test/gone')
    await assert.rejects(
      visit(customer.id, {
        flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription: id } },
      }),
      { code: 'resource_missing' },
    )
  })

  test('changes name and address, on a connected account too', async () => {
    const options = { stripeAccount: await bench.onboardedAccount() }
    const customer = await stripe.customers.create({ email: 'end@user.test' }, options)
    await assert.rejects(visit(customer.id), { code: 'resource_missing' })
    await stripe.billingPortal.configurations.create(
      { features: { customer_update: features.customer_update! } },
      options,
    )
    const session = await stripe.billingPortal.sessions.create({ customer: customer.id }, options)
    assert.match(await look(session.url), /Your billing with Bakery/)
    const wrong = await bench.submit(`${session.url}/details`, { name: 'E', email: 'nobody' })
    assert.equal(wrong.status, 422)
    await send(`${session.url}/details`, { name: 'End User', email: 'new@user.test' })
    const changed = (await stripe.customers.retrieve(customer.id, {}, options)) as Stripe.Customer
    assert.deepEqual([changed.name, changed.email], ['End User', 'new@user.test'])
    const [event] = (await stripe.events.list({ type: 'customer.updated' }, options)).data
    assert.equal(event?.account, options.stripeAccount)
  })
})
