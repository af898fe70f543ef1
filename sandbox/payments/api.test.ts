import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import Stripe from 'stripe'
import type { ContractReport } from './contract/log.ts'
import { operations } from './contract/contract.ts'
import { handlers } from './api/handlers.ts'
import type { Bench } from './test-bench.ts'
import { goodCard, idOf, openBench, tenEuros } from './test-bench.ts'

describe('the API request pipeline', () => {
  let bench: Bench
  let account: string
  before(async () => (bench = await openBench()))
  beforeEach(async () => (account = await bench.onboardedAccount()))
  after(() => bench.close())

  test('the same Idempotency-Key and parameters replay the first response', async () => {
    const { stripe } = bench
    const options = { stripeAccount: account, idempotencyKey: 'order:1' }
    const first = await stripe.checkout.sessions.create(tenEuros, options)
    const second = await stripe.checkout.sessions.create(tenEuros, options)
    assert.equal(second.id, first.id)
    assert.deepEqual(
      [second.lastResponse.headers['idempotent-replayed'], second.lastResponse.headers['original-request']],
      ['true', first.lastResponse.requestId],
    )
    const all = await stripe.checkout.sessions.list({}, { stripeAccount: account })
    assert.equal(all.data.length, 1)
  })

  test('a used key is refused with other parameters or another path', async () => {
    const { stripe } = bench
    const options = { stripeAccount: account, idempotencyKey: 'order:2' }
    await stripe.checkout.sessions.create(tenEuros, options)
    const other = { ...tenEuros, client_reference_id: 'else' }
    await assert.rejects(stripe.checkout.sessions.create(other, options), { type: 'StripeIdempotencyError' })
    await assert.rejects(stripe.customers.create({}, options), { type: 'StripeIdempotencyError' })
  })

  test('a key belongs to one account', async () => {
    const { stripe } = bench
    const one = await stripe.checkout.sessions.create(tenEuros, {
      stripeAccount: account,
      idempotencyKey: 'order:3',
    })
    const two = await stripe.checkout.sessions.create(tenEuros, { idempotencyKey: 'order:3' })
    assert.notEqual(one.id, two.id)
  })

  test('a refused request does not use up its key', async () => {
    const { stripe } = bench
    const options = { stripeAccount: account, idempotencyKey: 'order:4' }
    await assert.rejects(stripe.checkout.sessions.create({ ...tenEuros, success_url: undefined }, options), {
      statusCode: 400,
    })
    assert.equal((await stripe.checkout.sessions.create(tenEuros, options)).status, 'open')
  })

  test('a declined payment replays its decline', async () => {
    const { stripe } = bench
    const options = { idempotencyKey: 'pay:1' }
    const params = { amount: 500, currency: 'eur', confirm: true, payment_method: 'pm_card_chargeDeclined' }
    const attempt = (): Promise<unknown> => stripe.paymentIntents.create(params, options)
    await assert.rejects(attempt(), {
      type: 'StripeCardError',
      code: 'card_declined',
      decline_code: 'generic_decline',
    })
    await assert.rejects(attempt(), { type: 'StripeCardError' })
    const failed = await stripe.charges.list({ limit: 100 })
    assert.equal(failed.data.filter((one) => one.amount === 500).length, 1)
  })

  test('of two concurrent requests with one key, one succeeds and the other gets 409', async () => {
    const { stripe, control } = bench
    await control('faults', { delayMs: 400, path: '/v1/customers' })
    const options = { idempotencyKey: 'both' }
    const first = stripe.customers.create({ name: 'x' }, options)
    const waiting = (): Promise<{ waiting: object[] }> => control('faults')
    while ((await waiting()).waiting.length > 0);
    await assert.rejects(stripe.customers.create({ name: 'x' }, options), {
      statusCode: 409,
      code: 'idempotency_key_in_use',
    })
    assert.equal((await first).name, 'x')
  })

  test('if a response is lost, the client’s retry does not repeat the work', async () => {
    const { client, sandbox, control, stripe } = bench
    await control('faults', { reset: 'after', path: '/v1/checkout/sessions', method: 'POST' })
    const session = await client(sandbox.keys.secretKeyTest, 2).checkout.sessions.create(tenEuros, {
      stripeAccount: account,
    })
    assert.equal(session.lastResponse.headers['idempotent-replayed'], 'true')
    assert.equal((await stripe.checkout.sessions.list({}, { stripeAccount: account })).data.length, 1)
  })

  test('injects failures on demand: a status, a dropped connection', async () => {
    const { stripe, control } = bench
    await control('faults', { status: 503, path: '/v1/balance' })
    await control('faults', { status: 429 })
    await control('faults', { reset: 'before' })
    await assert.rejects(stripe.customers.list(), { type: 'StripeRateLimitError' })
    // Do not use the client: it retries a dropped connection automatically.
    await assert.rejects(fetch(`${bench.sandbox.url}/v1/customers`), /fetch failed/)
    await assert.rejects(stripe.balance.retrieve(), { statusCode: 503 })
    assert.deepEqual((await stripe.customers.list()).object, 'list')
  })

  test('objects of one account do not exist for another account, for the platform or in live mode', async () => {
    const { stripe, client, sandbox } = bench
    const session = await stripe.checkout.sessions.create(tenEuros, { stripeAccount: account })
    await bench.submit(session.url!, goodCard)
    const other = await bench.onboardedAccount()
    const missing = { type: 'StripeInvalidRequestError', code: 'resource_missing', statusCode: 404 }
    await assert.rejects(stripe.checkout.sessions.retrieve(session.id), missing)
    await assert.rejects(stripe.checkout.sessions.retrieve(session.id, {}, { stripeAccount: other }), missing)
    const paid = await stripe.checkout.sessions.retrieve(session.id, {}, { stripeAccount: account })
    await assert.rejects(
      stripe.refunds.create({ payment_intent: idOf(paid.payment_intent) }, { stripeAccount: other }),
      {
        code: 'resource_missing',
        param: 'payment_intent',
      },
    )
    const live = client(sandbox.keys.secretKeyLive)
    await assert.rejects(live.accounts.retrieve(account), { code: 'account_invalid' })
    assert.equal((await live.checkout.sessions.create(tenEuros)).livemode, true)
  })

  test('an account that the key may not use returns 403 account_invalid', async () => {
    const { stripe } = bench
    const refused = { type: 'StripePermissionError', code: 'account_invalid', statusCode: 403 }
    await assert.rejects(
      stripe.checkout.sessions.create(tenEuros, { stripeAccount: 'acct_unknown' }),
      refused,
    )
    await assert.rejects(stripe.accounts.retrieve('acct_unknown'), refused)
    const other = await bench.onboardedAccount()
    await assert.rejects(stripe.accounts.retrieve(other, {}, { stripeAccount: account }), refused)
  })

  test('wrong, publishable and missing keys are refused', async () => {
    const { client, sandbox } = bench
    await assert.rejects(client('sk_test_wrong').customers.list(), {
      type: 'StripeAuthenticationError',
      statusCode: 401,
    })
    await assert.rejects(client(sandbox.keys.publishableKeyTest).customers.list(), {
      code: 'secret_key_required',
    })
    assert.equal((await fetch(`${sandbox.url}/v1/customers`)).status, 401)
  })

  test('lists are paged by cursor in both directions, and filtered by time', async () => {
    const { stripe } = bench
    const made: string[] = []
    for (let at = 0; at < 5; at += 1)
      made.unshift((await stripe.customers.create({ name: `c${at}` }, { stripeAccount: account })).id)
    const options = { stripeAccount: account }
    const all = await stripe.customers.list({ limit: 2 }, options).autoPagingToArray({ limit: 100 })
    assert.deepEqual(
      all.map((one) => one.id),
      made,
    )
    const back = await stripe.customers.list({ ending_before: made[3]!, limit: 2 }, options)
    assert.deepEqual([back.data.map((one) => one.id), back.has_more], [[made[1], made[2]], true])
    assert.equal((await stripe.customers.list({ created: { gt: 4_000_000_000 } }, options)).data.length, 0)
    await assert.rejects(stripe.customers.list({ limit: 101 }, options), { param: 'limit' })
    await assert.rejects(stripe.customers.list({ starting_after: 'cus_none' }, options), {
      param: 'starting_after',
    })
  })

  test('expand includes objects, also in lists, and refuses other fields', async () => {
    const { stripe } = bench
    const session = await stripe.checkout.sessions.create(tenEuros, { stripeAccount: account })
    await bench.submit(session.url!, goodCard)
    const options = { stripeAccount: account }
    const list = await stripe.checkout.sessions.list(
      { expand: ['data.payment_intent.latest_charge', 'data.line_items'] },
      options,
    )
    const intent = list.data[0]?.payment_intent as Stripe.PaymentIntent
    assert.equal((intent.latest_charge as Stripe.Charge).object, 'charge')
    assert.equal(list.data[0]?.line_items?.data.length, 1)
    for (const path of ['amount_total', 'nothing', 'payment_intent.nothing'])
      await assert.rejects(stripe.checkout.sessions.retrieve(session.id, { expand: [path] }, options), {
        param: 'expand',
      })
  })

  test('a request that breaks the contract is refused, counted and recorded', async () => {
    const { stripe, control } = bench
    await control('reset', {})
    await assert.rejects(stripe.customers.create({ nickname: 'x' } as never), {
      code: 'parameter_unknown',
      param: 'nickname',
    })
    await assert.rejects(stripe.webhookEndpoints.create({ url: 'http://a.test' } as never), {
      code: 'parameter_missing',
      param: 'enabled_events',
    })
    await assert.rejects(stripe.refunds.create({ payment_intent: 'x', reason: 'because' as never }), {
      param: 'reason',
    })
    const report = await control<ContractReport>('contract')
    assert.deepEqual(
      [report.validated, report.violations.map((one) => [one.what, one.name])],
      [
        3,
        [
          ['request', 'customers.create'],
          ['request', 'webhookEndpoints.create'],
          ['request', 'refunds.create'],
        ],
      ],
    )
  })

  test('a client of another API version may send unknown parameters, and is counted separately', async () => {
    const { sandbox, control } = bench
    await control('reset', {})
    const { hostname, port } = new URL(sandbox.url)
    const older = new Stripe(sandbox.keys.secretKeyTest, {
      host: hostname,
      port,
      protocol: 'http',
      apiVersion: '2025-01-01.acacia' as never,
      telemetry: false,
    })
    const session = await older.checkout.sessions.create({
      ...tenEuros,
      payment_method_types: ['card'],
    } as never)
    assert.equal(session.object, 'checkout.session')
    assert.equal((await control<ContractReport>('contract')).unpinned, 1)
  })

  test('unsupported operations of the contract return 501 with their name', async () => {
    const { stripe } = bench
    const absent = Object.keys(operations).filter((id) => !handlers[id])
    assert.ok(absent.includes('v2.core.accounts.update'))
    await assert.rejects(stripe.v2.core.accounts.update('acct_1', {}), {
      statusCode: 501,
      message: /v2\.core\.accounts\.update/,
    })
    await assert.rejects(stripe.coupons.list(), { statusCode: 404, message: /Unrecognized request URL/ })
  })

  test('malformed bodies return a clear 400', async () => {
    const { sandbox } = bench
    const headers = {
      authorization: `Bearer ${sandbox.keys.secretKeyTest}`,
      'content-type': 'application/json',
    }
    for (const body of ['{', '[]', '"x"']) {
      const answer = await fetch(`${sandbox.url}/v2/core/accounts`, { method: 'POST', headers, body })
      assert.equal(answer.status, 400)
      assert.match(
        ((await answer.json()) as { error: { message: string } }).error.message,
        /expected a JSON object/,
      )
    }
  })
})
