import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setUpPlans } from '#features/plans/operator/set-up.ts'
import { eventually } from './eventually.ts'
import type { Service } from './live-service.ts'
import { newEmail } from './test-users.ts'
import { newCreator } from './plans.ts'
import { buy, ordersOf } from './shop.ts'

/** Time limit in seconds for the provider and the job workers. */
const TIMEOUT_SECONDS = 60

/** Declares the journeys that must work with any card provider. They use the product's own API. */
export function serviceJourneys(at: string, open: Promise<Service>): void {
  test(`${at}: an order on a tenant's account is declined, paid exactly once despite repeated events, and refunded`, async (t) => {
    const { app, stripe, shop: openShop, finish, deliver } = await open
    const shop = await openShop()
    if (typeof shop === 'string') return t.skip(shop)
    const own = { stripeAccount: shop.account }
    const { session } = await buy(shop)
    assert.equal(await finish(session, 1250, 'tok_chargeDeclined', shop.account), 'card_declined')
    assert.equal((await ordersOf(app, shop.tenant.id))[0].status, 'pending')
    assert.equal(await finish(session, 1250, 'tok_visa', shop.account), null)
    const { success_url: successUrl } = await stripe.checkout.sessions.retrieve(session, {}, own)
    const { pathname, search } = new URL(successUrl!.replaceAll('{CHECKOUT_SESSION_ID}', session))
    assert.equal((await app.request(pathname + search)).status, 303)
    await deliver(shop.account)
    const paid = await eventually(
      'the order is paid',
      async () => {
        const [order] = await ordersOf(app, shop.tenant.id)
        return order.status === 'paid' && order
      },
      TIMEOUT_SECONDS,
    )
    assert.deepEqual([paid.amount_total, paid.currency, paid.problem], [1250, 'eur', null])

    const refund = await shop.creator('POST', `/order-operations/${paid.id}/refund`, {})
    assert.equal(refund.status, 200, JSON.stringify(refund.body))
    await deliver(shop.account)
    await eventually(
      'the order is refunded',
      async () => (await ordersOf(app, shop.tenant.id))[0].status === 'refunded',
      TIMEOUT_SECONDS,
    )
    const [charge] = (await stripe.charges.list({ payment_intent: paid.stripe_payment_intent_id }, own)).data
    assert.deepEqual([charge?.refunded, charge?.amount_refunded], [true, 1250])
    assert.equal((await ordersOf(app, shop.tenant.id)).length, 1)
  })

  test(`${at}: a plan starts with a trial, is paid, canceled, and bought again without a trial`, async () => {
    const { app, stripe, finish, deliver } = await open
    await setUpPlans(app.kernel, 'test')
    const ann = await newCreator(app)
    const subscribed = async (session: string) =>
      (await stripe.checkout.sessions.retrieve(session)).subscription as string
    const becomes = (status: string, active: boolean) =>
      eventually(
        `the plan is ${status}`,
        async () => {
          const access = await ann.access()
          return access.status === status && access.active === active
        },
        TIMEOUT_SECONDS,
      )

    const first = await ann.checkout('pro')
    assert.equal(await finish(first.session, 0, 'tok_visa'), null)
    const id = await subscribed(first.session)
    assert.equal((await stripe.subscriptions.retrieve(id)).status, 'trialing')
    await deliver()
    await becomes('trialing', true)
    const portal = await ann.call('POST', '/bolt-portal', {})
    assert.equal(portal.status, 200, JSON.stringify(portal.body))

    await stripe.subscriptions.update(id, { trial_end: 'now' })
    await deliver()
    await becomes('active', true)
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await deliver()
    assert.equal((await ann.access()).active, true)
    await stripe.subscriptions.cancel(id)
    await deliver()
    await eventually('the plan is over', async () => !(await ann.access()).active, TIMEOUT_SECONDS)

    const second = await ann.checkout('pro')
    const { amount_total: total } = await stripe.checkout.sessions.retrieve(second.session)
    assert.equal(total, 1900, 'each person gets only one trial')
    assert.equal(await finish(second.session, total, 'tok_visa'), null)
    await deliver()
    await becomes('active', true)
    await stripe.subscriptions.cancel(await subscribed(second.session))
  })

  test(`${at}: a day pass grants access to paid features, and ends when it is refunded`, async () => {
    const { app, stripe, finish, deliver } = await open
    await setUpPlans(app.kernel, 'test')
    const bo = await newCreator(app, newEmail('bo').replace('example.test', 'staff.example'))
    await bo.tenant()
    const { session } = await bo.checkout('day_pass')
    assert.equal(await finish(session, 100, 'tok_mastercard'), null)
    await deliver()
    await eventually('the day pass runs', async () => (await bo.access()).dayPass, TIMEOUT_SECONDS)
    const { payment_intent: payment } = await stripe.checkout.sessions.retrieve(session)
    await stripe.refunds.create({ payment_intent: payment as string }, { idempotencyKey: randomUUID() })
    await deliver()
    await eventually('the day pass is over', async () => !(await bo.access()).dayPass, TIMEOUT_SECONDS)
  })

  test(`${at}: an account is created with an onboarding link, and an OAuth code that was never issued is refused`, async () => {
    const { app, stripe } = await open
    const ann = await newCreator(app)
    const tenant = await ann.tenant()
    const { status, body } = await ann.call('POST', '/stripe-connect-start', {
      tenant_id: tenant.id,
      country: 'DE',
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.match(body.url, /^https?:\/\//)
    await assert.rejects(stripe.oauth.token({ grant_type: 'authorization_code', code: 'ac_nobody' }), {
      type: 'StripeInvalidGrantError',
    })
  })
}
