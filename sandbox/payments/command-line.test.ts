import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { stripeCli } from '#testing/stripe-cli.ts'
import { openBench } from './test-bench.ts'
import type { EventObject } from './webhooks/events.ts'

/** Recipes of the tool, with the event that each triggers if it differs from the name. */
const recipes: Record<string, string | undefined> = {
  'account.application.deauthorized': undefined,
  'account.updated': undefined,
  'charge.dispute.created': undefined,
  'charge.failed': undefined,
  'charge.refunded': undefined,
  'charge.succeeded': undefined,
  'checkout.session.completed': undefined,
  'checkout.session.expired': undefined,
  'customer.created': undefined,
  'customer.deleted': undefined,
  'customer.subscription.created': undefined,
  'customer.subscription.deleted': undefined,
  'customer.subscription.trial_will_end': undefined,
  'customer.subscription.updated': undefined,
  'customer.updated': undefined,
  'payment_intent.created': undefined,
  'payment_intent.payment_failed': undefined,
  'payment_intent.succeeded': undefined,
  'price.created': undefined,
  'price.updated': undefined,
  'product.created': undefined,
  'product.updated': undefined,
  'subscription.payment_failed': 'invoice.payment_failed',
  'subscription.payment_succeeded': 'invoice.paid',
  'test_helpers.test_clock.advancing': undefined,
  'test_helpers.test_clock.created': undefined,
  'test_helpers.test_clock.deleted': undefined,
  'test_helpers.test_clock.ready': undefined,
}

const cli = stripeCli()

describe('the official command line tool', { skip: typeof cli === 'string' ? cli : false }, () => {
  if (typeof cli === 'string') return
  const opened = openBench()
  after(async () => (await opened).close())
  const run = async (event: string, account?: string): Promise<EventObject[]> => {
    const { sandbox, control } = await opened
    // The tool allows a loopback base URL by IP address, not by name.
    const url = sandbox.url.replace('localhost', '127.0.0.1')
    const { code, said } = await cli.trigger(event, { url, key: sandbox.keys.secretKeyTest, account })
    assert.equal(code, 0, said)
    return control<EventObject[]>(`events?type=${recipes[event] ?? event}`)
  }

  for (const event of Object.keys(recipes))
    test(`${event}: its recipe completes and triggers the event`, async () => {
      await (await opened).control('reset', {})
      assert.ok((await run(event)).length > 0, 'no such event')
    })

  test('a Checkout of a connected account is paid there only', async () => {
    const bench = await opened
    const account = await bench.onboardedAccount()
    const [event] = await run('checkout.session.completed', account)
    assert.equal(event?.account, account)
    const own = await bench.stripe.charges.list({}, { stripeAccount: account })
    assert.deepEqual([own.data[0]?.paid, own.data[0]?.amount], [true, 3000])
  })
})
