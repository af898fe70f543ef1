import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Bench } from './test-bench.ts'
import { merchant, onboardingLink, openBench, openVisit } from './test-bench.ts'

describe('accounts and onboarding', () => {
  let bench: Bench
  before(async () => (bench = await openBench()))
  after(() => bench.close())

  test('v2 creates an account, both APIs read it, and it cannot charge yet', async () => {
    const { stripe } = bench
    const include = ['configuration.merchant', 'identity', 'defaults', 'requirements'] as const
    const made = await stripe.v2.core.accounts.create({
      ...merchant,
      metadata: { tenant: 't1' },
      include: [...include],
    })
    assert.equal(made.configuration?.merchant?.capabilities?.card_payments?.status, 'restricted')
    assert.equal(made.identity?.country, 'DE')
    assert.equal(made.defaults?.responsibilities.fees_collector, 'stripe')
    assert.ok(made.requirements?.entries?.length)

    const plain = await stripe.v2.core.accounts.retrieve(made.id)
    assert.equal(plain.contact_email, merchant.contact_email)
    assert.equal(plain.configuration, undefined)

    const v1 = await stripe.accounts.retrieve(made.id)
    assert.deepEqual(
      [v1.details_submitted, v1.charges_enabled, v1.payouts_enabled, v1.capabilities?.card_payments],
      [false, false, false, 'inactive'],
    )
    assert.equal(v1.settings?.dashboard.display_name, 'Bakery')
    assert.equal(v1.metadata?.['tenant'], 't1')
    assert.ok(v1.requirements?.currently_due?.includes('external_account'))
  })

  test('v2 requires what a merchant needs, and refuses removed or unknown parameters', async () => {
    const { stripe } = bench
    const { identity: _, ...without } = merchant
    await assert.rejects(stripe.v2.core.accounts.create(without), {
      type: 'StripeInvalidRequestError',
      param: 'identity.country',
    })
    await assert.rejects(stripe.v2.core.accounts.create({ ...merchant, dashboard: 'partial' as 'full' }), {
      statusCode: 400,
    })
    const account = await stripe.v2.core.accounts.create(merchant)
    const removed = {
      configurations: ['merchant'],
      refresh_url: 'http://a.test',
      return_url: 'http://a.test',
    }
    await assert.rejects(
      stripe.v2.core.accountLinks.create({
        account: account.id,
        use_case: { type: 'account_onboarding', account_onboarding: removed },
      }),
      { statusCode: 400, param: 'use_case[account_onboarding][configurations]' },
    )
  })

  test('v1 accounts of type express: create, link, update, list, delete', async () => {
    const { stripe } = bench
    const made = await stripe.accounts.create({
      type: 'express',
      country: 'FR',
      email: 'e@x.test',
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    })
    assert.deepEqual([made.type, made.country, made.default_currency], ['express', 'FR', 'eur'])
    const urls = { refresh_url: 'http://shop.test/refresh', return_url: 'http://shop.test/return' }
    const link = await stripe.accountLinks.create({ account: made.id, type: 'account_onboarding', ...urls })
    assert.match(link.url, /\/setup\/al_/)
    const changed = await stripe.accounts.update(made.id, {
      business_profile: { name: 'Le Pain' },
      metadata: { a: '1' },
    })
    assert.equal(changed.business_profile?.name, 'Le Pain')
    const listed = await stripe.accounts.list({ limit: 1 })
    assert.deepEqual([listed.data[0]?.id, listed.has_more], [made.id, true])
    assert.deepEqual(await stripe.accounts.del(made.id).then(({ id, deleted }) => ({ id, deleted })), {
      id: made.id,
      deleted: true,
    })
    await assert.rejects(stripe.accounts.retrieve(made.id), { code: 'account_invalid', statusCode: 403 })
  })

  test('a link works once, within five minutes, and then redirects to refresh_url', async () => {
    const { stripe, control } = bench
    const account = await stripe.v2.core.accounts.create(merchant)
    const link = await onboardingLink(stripe, account.id)
    await openVisit(link)
    const again = await fetch(link, { redirect: 'manual' })
    assert.deepEqual([again.status, again.headers.get('location')], [303, 'http://shop.test/refresh'])

    const old = await onboardingLink(stripe, account.id)
    await control('clock', { advanceSeconds: 301 })
    const late = await fetch(old, { redirect: 'manual' })
    assert.equal(late.headers.get('location'), 'http://shop.test/refresh')
  })

  test('finishing makes the account payable and sends events', async () => {
    const { stripe } = bench
    const account = await bench.onboardedAccount()
    const v1 = await stripe.accounts.retrieve(account)
    assert.deepEqual([v1.details_submitted, v1.charges_enabled, v1.payouts_enabled], [true, true, true])
    assert.equal(v1.business_profile?.name, 'Bakery')
    assert.deepEqual(v1.requirements?.currently_due, [])
    const events = await stripe.events.list({}, { stripeAccount: account })
    assert.deepEqual(events.data.map((one) => one.type).toSorted(), ['account.updated', 'capability.updated'])
  })

  test('an account that needs more information is not payable until a second visit finishes', async () => {
    const { stripe, submit } = bench
    const account = await stripe.v2.core.accounts.create(merchant)
    const visit = await openVisit(await onboardingLink(stripe, account.id))
    await submit(`${visit}/business`, { name: 'Bakery', country: 'DE', go: 'on' })
    await submit(`${visit}/bank`, { iban: 'DE89370400440532013000', go: 'more' })
    const waiting = await stripe.accounts.retrieve(account.id)
    assert.deepEqual([waiting.details_submitted, waiting.charges_enabled], [true, false])
    assert.deepEqual(waiting.requirements?.currently_due, ['individual.verification.document'])

    const second = await openVisit(await onboardingLink(stripe, account.id))
    await submit(`${second}/business`, { name: 'Bakery', country: 'DE', go: 'on' })
    await submit(`${second}/bank`, { iban: 'DE89370400440532013000', go: 'finish' })
    assert.equal((await stripe.accounts.retrieve(account.id)).charges_enabled, true)
  })

  test('"Leave for later" redirects back without a change', async () => {
    const { stripe, submit } = bench
    const account = await stripe.v2.core.accounts.create(merchant)
    const visit = await openVisit(await onboardingLink(stripe, account.id))
    const left = await submit(`${visit}/business`, { name: 'x', country: 'DE', go: 'later' })
    assert.equal(left.headers.get('location'), 'http://shop.test/return')
    assert.equal((await stripe.accounts.retrieve(account.id)).details_submitted, false)
  })

  test('the pages show an error and keep the input if it is invalid', async () => {
    const { stripe, submit, sandbox } = bench
    const account = await stripe.v2.core.accounts.create(merchant)
    const visit = await openVisit(await onboardingLink(stripe, account.id))
    const nameless = await submit(`${visit}/business`, { name: ' ', country: 'DE', go: 'on' })
    assert.equal(nameless.status, 422)
    assert.match(await nameless.text(), /role="alert">Enter the business name\./)
    await submit(`${visit}/business`, { name: '<b>Bäckerei</b>', country: 'DE', go: 'on' })
    const wrong = await submit(`${visit}/bank`, { iban: 'DE00370400440532013000', go: 'finish' })
    assert.equal(wrong.status, 422)
    assert.match(await wrong.text(), /value="DE00370400440532013000"/)
    const step = await fetch(`${sandbox.url}${visit}/business`).then((answer) => answer.text())
    assert.match(step, /value="&lt;b&gt;Bäckerei&lt;\/b&gt;"/)
    assert.match(step, /sandbox, no real money/)
    assert.equal((await stripe.accounts.retrieve(account.id)).details_submitted, false)
  })
})
