import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Bench, Receiver } from './test-bench.ts'
import { merchant, onboardingLink, openBench, openReceiver, openVisit } from './test-bench.ts'
import type { EventObject } from './webhooks/events.ts'

describe('connecting accounts by OAuth and disconnecting them', () => {
  let bench: Bench
  let receiver: Receiver
  before(async () => {
    bench = await openBench({ retryDelays: [10] })
    receiver = await openReceiver()
  })
  beforeEach(() => bench.control('reset', { endpoints: true }))
  after(async () => {
    receiver.close()
    await bench.close()
  })

  const address = (more: Record<string, string> = {}): string => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: bench.sandbox.keys.connectClientIdTest,
      scope: 'read_write',
      redirect_uri: 'http://shop.test/back?keep=1',
      state: 'a b&c',
      ...more,
    })
    return `${bench.sandbox.url}/oauth/authorize?${query}`
  }
  const bakery = { account: 'new', name: 'Old Bakery', email: 'old@bakery.test', country: 'DE' }
  const press = async (fields: Record<string, string>, more: Record<string, string> = {}): Promise<URL> => {
    const answer = await bench.submit(address(more), fields)
    assert.equal(answer.status, 303)
    return new URL(answer.headers.get('location')!)
  }
  const codeOf = async (fields = bakery): Promise<string> =>
    (await press({ ...fields, go: 'connect' })).searchParams.get('code')!
  const exchange = (code: string, client = bench.stripe) =>
    client.oauth.token({ grant_type: 'authorization_code', code })
  const kept = (type: string): Promise<EventObject[]> => bench.control(`events?type=${type}`)

  test('Connect returns a code with the state, and the code gives access to a standard account', async () => {
    const to = await press({ ...bakery, go: 'connect' })
    assert.deepEqual(
      [to.origin, to.searchParams.get('keep'), to.searchParams.get('state')],
      ['http://shop.test', '1', 'a b&c'],
    )
    const token = await exchange(to.searchParams.get('code')!)
    assert.deepEqual([token.livemode, token.scope, token.token_type], [false, 'read_write', 'bearer'])
    const account = await bench.stripe.accounts.retrieve(token.stripe_user_id!)
    assert.deepEqual(
      [
        account.type,
        account.charges_enabled,
        account.controller?.type,
        account.settings?.dashboard.display_name,
      ],
      ['standard', true, 'account', 'Old Bakery'],
    )
    const [event] = await kept('account.application.authorized')
    assert.equal(event?.account, account.id)
  })

  test('an account is not accessible before its code is exchanged, and not ready while it needs information', async () => {
    const fields = { ...bakery, ready: 'no' }
    const code = await codeOf(fields)
    assert.equal((await bench.stripe.accounts.list()).data.length, 0)
    const { stripe_user_id: id } = await exchange(code)
    const account = await bench.stripe.accounts.retrieve(id!)
    assert.equal(account.charges_enabled, false)
    assert.deepEqual(account.requirements?.currently_due, ['individual.verification.document'])
  })

  test('Deny returns access_denied with the state', async () => {
    const to = await press({ ...bakery, go: 'deny' })
    assert.equal(to.searchParams.get('error'), 'access_denied')
    assert.equal(to.searchParams.get('state'), 'a b&c')
    assert.equal(to.searchParams.get('code'), null)
    assert.equal((await bench.stripe.accounts.list()).data.length, 0)
  })

  test('a code works once: a second use revokes the access', async () => {
    const code = await codeOf()
    const { stripe_user_id: id } = await exchange(code)
    await assert.rejects(exchange(code), { type: 'StripeInvalidGrantError', statusCode: 400 })
    await assert.rejects(bench.stripe.accounts.retrieve(id!), { statusCode: 403, code: 'account_invalid' })
  })

  test('a code expires after five minutes, and belongs to one mode', async () => {
    const early = await codeOf()
    await assert.rejects(exchange(early, bench.client(bench.sandbox.keys.secretKeyLive)), {
      type: 'StripeInvalidGrantError',
    })
    const late = await codeOf()
    await bench.control('clock', { advanceSeconds: 5 * 60 + 1 })
    await assert.rejects(exchange(late), { type: 'StripeInvalidGrantError' })
    await assert.rejects(exchange('ac_unknown'), { type: 'StripeInvalidGrantError' })
  })

  test('an account can be chosen and connected again', async () => {
    const { stripe_user_id: first } = await exchange(await codeOf())
    const { stripe_user_id: again } = await exchange(await codeOf({ ...bakery, account: first! }))
    assert.equal(again, first)
  })

  test('a wrong client, URL or type is refused on the page, without a redirect', async () => {
    const wrongs: Array<Record<string, string>> = [
      { client_id: 'ca_unknown' },
      { redirect_uri: 'javascript:alert(1)' },
      { response_type: 'token' },
    ]
    for (const wrong of wrongs) {
      const answer = await fetch(address(wrong), { redirect: 'manual' })
      assert.equal(answer.status, 400, JSON.stringify(wrong))
      assert.equal(answer.headers.get('location'), null)
    }
    const unnamed = await bench.submit(address(), { ...bakery, name: '', go: 'connect' })
    assert.equal(unnamed.status, 422)
    assert.match(await unnamed.text(), /Enter a business name/)
  })

  test('deauthorize ends access immediately and notifies the connect endpoint; a second call is refused', async () => {
    const { stripe } = bench
    await stripe.webhookEndpoints.create({
      url: receiver.url,
      enabled_events: ['account.application.deauthorized'],
      connect: true,
    })
    const { stripe_user_id: id } = await exchange(await codeOf())
    const client = bench.sandbox.keys.connectClientIdTest
    const params = { client_id: client, stripe_user_id: id! }
    assert.deepEqual((await stripe.oauth.deauthorize(params)).stripe_user_id, id)
    const [delivery] = await receiver.until(1)
    const event = JSON.parse(delivery!.body) as EventObject
    assert.deepEqual([event.type, event.account], ['account.application.deauthorized', id])
    assert.equal((event.data.object as { id: string }).id, client)
    await assert.rejects(stripe.customers.list({}, { stripeAccount: id! }), { statusCode: 403 })
    await assert.rejects(stripe.oauth.deauthorize(params), { type: 'StripeInvalidClientError' })
    await assert.rejects(stripe.oauth.deauthorize({ ...params, client_id: 'ca_other' }), {
      type: 'StripeInvalidClientError',
    })
  })

  test('the owner can disconnect the platform; deleting an account does so too', async () => {
    const { stripe } = bench
    const { stripe_user_id: id } = await exchange(await codeOf())
    await assert.rejects(stripe.accounts.del(id!), { statusCode: 400 })
    await bench.control(`accounts/${id}/deauthorize`, {})
    await assert.rejects(stripe.accounts.retrieve(id!), { statusCode: 403 })
    const made = await stripe.accounts.create({ type: 'standard' })
    await stripe.accounts.del(made.id)
    const told = (await kept('account.application.deauthorized')).map((one) => one.account)
    assert.deepEqual(told, [made.id, id])
  })

  test('the provider can require more information or reject: charges stop, events give the reason', async () => {
    const { stripe } = bench
    const id = await bench.onboardedAccount()
    await bench.control(`accounts/${id}/requirements`, { currently_due: ['company.tax_id'] })
    const asked = await stripe.accounts.retrieve(id)
    assert.deepEqual(
      [asked.charges_enabled, asked.requirements?.currently_due, asked.requirements?.disabled_reason],
      [false, ['company.tax_id'], 'requirements.past_due'],
    )
    await bench.control(`accounts/${id}/requirements`, { currently_due: [] })
    assert.equal((await stripe.accounts.retrieve(id)).charges_enabled, true)
    await bench.control(`accounts/${id}/reject`, { reason: 'platform_fraud' })
    const rejected = await stripe.accounts.retrieve(id)
    assert.deepEqual(
      [rejected.charges_enabled, rejected.requirements?.disabled_reason],
      [false, 'rejected.platform_fraud'],
    )
    const include = ['configuration.merchant' as const]
    const merchantOf = (await stripe.v2.core.accounts.retrieve(id, { include })).configuration?.merchant
    assert.equal(merchantOf?.capabilities?.card_payments?.status, 'restricted')

    const [changed] = await kept('v2.core.account[configuration.merchant].capability_status_updated')
    const fetched = await stripe.v2.core.events.retrieve(changed!.id)
    assert.ok('data' in fetched && 'related_object' in fetched)
    assert.deepEqual(fetched.data, { updated_capability: 'card_payments' })
    assert.equal((await kept('v2.core.account[requirements].updated')).length, 3)
  })

  test('a thin event is delivered without its data, which a fetch returns: a link was completed', async () => {
    const { stripe } = bench
    const destination = await stripe.v2.core.eventDestinations.create({
      name: 'thin',
      type: 'webhook_endpoint',
      event_payload: 'thin',
      enabled_events: ['v2.core.account_link.returned', 'v2.core.account.closed'],
      webhook_endpoint: { url: receiver.url },
      include: ['webhook_endpoint.signing_secret'],
    })
    const before = receiver.received.length
    const account = await stripe.v2.core.accounts.create(merchant)
    const visit = await openVisit(await onboardingLink(stripe, account.id))
    await bench.submit(`${visit}/business`, { go: 'later' })
    const delivery = (await receiver.until(before + 1)).at(-1)!
    const signature = String(delivery.headers['stripe-signature'])
    const secret = destination.webhook_endpoint!.signing_secret!
    const thin = stripe.parseEventNotification(delivery.body, signature, secret)
    assert.equal(thin.type, 'v2.core.account_link.returned')
    assert.equal('data' in thin, false)
    const event = await thin.fetchEvent()
    assert.ok('data' in event)
    assert.deepEqual(event.data, {
      account_id: account.id,
      configurations: ['merchant'],
      use_case: 'account_onboarding',
    })
    await stripe.v2.core.accounts.close(account.id)
    const closed = (await receiver.until(before + 2)).at(-1)!
    assert.equal((JSON.parse(closed.body) as EventObject).type, 'v2.core.account.closed')
  })

  test('login links are for onboarded accounts with an Express dashboard', async () => {
    const { stripe } = bench
    const express = await stripe.accounts.create({ type: 'express', country: 'DE' })
    await assert.rejects(stripe.accounts.createLoginLink(express.id), {
      statusCode: 400,
      message: /onboarding/,
    })
    const urls = { refresh_url: 'http://shop.test/refresh', return_url: 'http://shop.test/return' }
    const link = await stripe.accountLinks.create({
      account: express.id,
      type: 'account_onboarding',
      ...urls,
    })
    const visit = await openVisit(link.url)
    await bench.submit(`${visit}/business`, { name: 'Bakery', country: 'DE', go: 'on' })
    await bench.submit(`${visit}/bank`, { iban: 'DE89370400440532013000', go: 'rejected' })
    assert.equal((await stripe.accounts.retrieve(express.id)).requirements?.disabled_reason, 'rejected.other')
    assert.match((await stripe.accounts.createLoginLink(express.id)).url, /\/express\/lnk_/)
    const full = await bench.onboardedAccount()
    await assert.rejects(stripe.accounts.createLoginLink(full), { statusCode: 400 })
  })
})
