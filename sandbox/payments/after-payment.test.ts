import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type Stripe from 'stripe'
import { goodCard, idOf, openBench, tenEuros } from './test-bench.ts'
import type { Bench } from './test-bench.ts'
import type { EventObject } from './webhooks/events.ts'

describe('disputes and refunds of a payment', () => {
  let bench: Bench
  let account: string
  let own: { stripeAccount: string }
  before(async () => {
    bench = await openBench()
  })
  beforeEach(async () => {
    await bench.control('reset', {})
    account = await bench.onboardedAccount()
    own = { stripeAccount: account }
  })
  after(() => bench.close())

  const pay = async (
    number: string,
    more: Stripe.Checkout.SessionCreateParams = {},
  ): Promise<Stripe.Charge> => {
    const session = await bench.stripe.checkout.sessions.create({ ...tenEuros, ...more }, own)
    await bench.submit(session.url!, { ...goodCard, number })
    const [charge] = (await bench.stripe.charges.list({}, own)).data
    return charge!
  }
  const types = async (): Promise<string[]> =>
    (await bench.control<EventObject[]>('events')).map((one) => one.type).toReversed()
  const balance = async (options = own): Promise<number | undefined> =>
    (await bench.stripe.balance.retrieve({}, options)).available.find((one) => one.currency === 'eur')?.amount

  test('a dispute withdraws the money, prevents refunds, and returns it when evidence wins', async () => {
    const { stripe } = bench
    const charge = await pay('4000 0000 0000 0259')
    assert.equal(charge.disputed, true)
    const [dispute] = (await stripe.disputes.list({ charge: charge.id }, own)).data
    assert.deepEqual(
      [dispute?.status, dispute?.reason, dispute?.amount],
      ['needs_response', 'fraudulent', 1000],
    )
    assert.equal(await balance(), 0)
    await assert.rejects(stripe.refunds.create({ charge: charge.id }, own), { code: 'charge_disputed' })
    const evidence = { uncategorized_text: 'winning_evidence' }
    const draft = await stripe.disputes.update(dispute!.id, { evidence, submit: false }, own)
    assert.equal(draft.status, 'needs_response')
    const won = await stripe.disputes.update(dispute!.id, { evidence }, own)
    assert.equal(won.status, 'won')
    assert.equal(await balance(), 1000)
    const told = (await types()).filter((type) => type.startsWith('charge.dispute'))
    assert.deepEqual(told, [
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.updated',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ])
    await assert.rejects(stripe.disputes.close(dispute!.id, {}, own), { statusCode: 400 })
  })

  test('an accepted dispute is lost; an inquiry withdraws nothing; a dispute can be opened on demand', async () => {
    const { stripe } = bench
    const charge = await pay('4000 0000 0000 2685')
    const [dispute] = (await stripe.disputes.list({ charge: charge.id }, own)).data
    assert.equal((await stripe.disputes.close(dispute!.id, {}, own)).status, 'lost')
    assert.equal(await balance(), 0)
    const asked = await pay('4000 0000 0000 1976')
    const [inquiry] = (await stripe.disputes.list({ charge: asked.id }, own)).data
    assert.equal(inquiry?.status, 'warning_needs_response')
    assert.equal(await balance(), 1000)
    assert.equal((await stripe.refunds.create({ charge: asked.id }, own)).status, 'succeeded')
    const fine = await pay(goodCard.number)
    const opened = await bench.control<Stripe.Dispute>('disputes', { charge: fine.id })
    assert.equal((await stripe.disputes.retrieve(opened.id, {}, own)).status, 'needs_response')
  })

  test('a refund can stay pending, and a refund that fails later restores the payment', async () => {
    const { stripe } = bench
    const slow = await stripe.refunds.create({ charge: (await pay('4000 0000 0000 7726')).id }, own)
    assert.equal(slow.status, 'pending')
    await bench.control(`refunds/${slow.id}/settle`, {})
    assert.equal((await stripe.refunds.retrieve(slow.id, {}, own)).status, 'succeeded')

    const charge = await pay('4000 0000 0000 5126')
    const failing = await stripe.refunds.create({ charge: charge.id, amount: 400 }, own)
    assert.equal(failing.status, 'succeeded')
    assert.equal((await stripe.charges.retrieve(charge.id, {}, own)).amount_refunded, 400)
    // A minute later the bank rejects the refund.
    await bench.submit('/dashboard/clock', { by: 'hour' })
    const failed = await stripe.refunds.retrieve(failing.id, {}, own)
    assert.deepEqual([failed.status, failed.failure_reason], ['failed', 'unknown'])
    assert.equal((await stripe.charges.retrieve(charge.id, {}, own)).amount_refunded, 0)
    assert.deepEqual((await types()).slice(-3), ['charge.updated', 'refund.updated', 'refund.failed'])
  })

  test('the platform receives an application fee, and a refund can return it', async () => {
    const { stripe } = bench
    const charge = await pay(goodCard.number, { payment_intent_data: { application_fee_amount: 150 } })
    const [fee] = (await stripe.applicationFees.list()).data
    assert.deepEqual([fee?.amount, fee?.account, fee?.id], [150, account, idOf(charge.application_fee)])
    assert.equal(await balance(), 850)
    await stripe.refunds.create({ charge: charge.id, amount: 500, refund_application_fee: true }, own)
    assert.equal((await stripe.applicationFees.list()).data[0]?.amount_refunded, 75)
    assert.equal(await balance(), 425)
  })

  test('some cards are declined even after authentication', async () => {
    const session = await bench.stripe.checkout.sessions.create(tenEuros, own)
    const first = await bench.submit(session.url!, { ...goodCard, number: '4000 0082 6000 3178' })
    assert.equal(first.status, 303)
    const declined = await bench.submit(`${session.url}/challenge`, { answer: 'complete' })
    assert.equal(declined.status, 402)
    assert.match(await declined.text(), /insufficient funds/)
    assert.equal((await pay('4000 0000 0000 3055')).paid, true)
  })

  test('the dashboard shows accounts, payments and events, and simulates buyers, banks and the provider', async () => {
    const { sandbox, stripe, submit } = bench
    const read = async (path: string): Promise<string> => {
      const answer = await fetch(`${sandbox.url}${path}`)
      assert.equal(answer.status, 200, path)
      return answer.text()
    }
    const charge = await pay(goodCard.number)
    const base = `/dashboard/test/${account}`
    assert.match(await read('/dashboard'), /Bakery[\s\S]*takes payments[\s\S]*€10\.00/)
    assert.match(await read(base), new RegExp(`Refund €10\\.00 of ${charge.id}`))
    assert.match(await read('/dashboard/events?type=charge.succeeded'), /charge\.succeeded/)
    assert.doesNotMatch(await read('/dashboard/events?type=charge.failed'), /charge\.succeeded/)

    await submit(`${base}/refund`, { charge: charge.id, amount: '300' })
    assert.equal((await stripe.charges.retrieve(charge.id, {}, own)).amount_refunded, 300)
    const more = await submit(`${base}/refund`, { charge: charge.id, amount: '9999' })
    assert.match(decodeURIComponent(more.headers.get('location')!), /greater than unrefunded amount/)
    await submit(`${base}/dispute`, { charge: charge.id, reason: 'product_not_received' })
    const [dispute] = (await stripe.disputes.list({}, own)).data
    assert.equal(dispute?.amount, 700)
    await submit(`${base}/end`, { dispute: dispute.id, how: 'lost' })
    assert.equal((await stripe.disputes.retrieve(dispute.id, {}, own)).status, 'lost')

    await submit(`${base}/requirements`, { due: 'company.tax_id, external_account' })
    const asked = await stripe.accounts.retrieve(account)
    assert.deepEqual(asked.requirements?.currently_due, ['company.tax_id', 'external_account'])
    await submit(`${base}/disconnect`, {})
    await assert.rejects(stripe.accounts.retrieve(account), { statusCode: 403 })
    assert.match(await read(base), /not connected/)

    const elsewhere = { origin: 'https://evil.test' }
    const forged = await fetch(`${sandbox.url}/dashboard/clock`, { method: 'POST', headers: elsewhere })
    assert.equal(forged.status, 403)
    const none = await fetch(`${sandbox.url}/dashboard/test/acct_unknown`)
    assert.equal(none.status, 404)
  })

  test('a login link opens the account’s dashboard once', async () => {
    const { stripe } = bench
    const express = await stripe.accounts.create({ type: 'express', country: 'DE' })
    const urls = { refresh_url: 'http://shop.test/refresh', return_url: 'http://shop.test/return' }
    const setup = await stripe.accountLinks.create({
      account: express.id,
      type: 'account_onboarding',
      ...urls,
    })
    const entered = await fetch(setup.url, { redirect: 'manual' })
    const business = entered.headers.get('location') ?? ''
    await bench.submit(business, { name: 'Bakery', country: 'DE', go: 'on' })
    await bench.submit(business.replace('business', 'bank'), { iban: 'DE89370400440532013000', go: 'finish' })
    const { url } = await stripe.accounts.createLoginLink(express.id)
    const to = await fetch(url, { redirect: 'manual' })
    assert.equal(to.headers.get('location'), `/dashboard/test/${express.id}`)
    assert.equal((await fetch(url, { redirect: 'manual' })).status, 404)
  })
})
