import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type Stripe from 'stripe'
import { openSandbox } from '../sandbox.ts'
import type { Bench, Receiver } from './test-bench.ts'
import { goodCard, openBench, openReceiver, tenEuros } from './test-bench.ts'
import type { Delivery } from './webhooks/deliveries.ts'

const retryDelays = [20, 40, 60]

describe('webhooks', () => {
  let bench: Bench
  let stripe: Stripe
  let receiver: Receiver
  before(async () => {
    bench = await openBench({ retryDelays })
    stripe = bench.stripe
  })
  beforeEach(async () => {
    receiver = await openReceiver()
    await bench.control('reset', { endpoints: true })
  })
  afterEach(() => receiver.close())
  after(() => bench.close())

  const endpoint = (events: string[], connect = false): Promise<Stripe.WebhookEndpoint> =>
    stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: events as ['*'], connect })

  const settled = async (count: number): Promise<Delivery[]> => {
    for (;;) {
      const all = await bench.control<Delivery[]>('deliveries')
      if (all.length >= count && all.every((one) => one.status !== 'pending')) return all
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  test('the official client accepts the signatures of deliveries', async () => {
    const { secret } = await endpoint(['customer.created'])
    const customer = await stripe.customers.create({ email: 'a@b.test' }, { idempotencyKey: 'c:1' })
    const [got] = await receiver.until(1)
    const header = String(got?.headers['stripe-signature'])
    const event = stripe.webhooks.constructEvent(got!.body, header, secret!)
    assert.equal(event.type, 'customer.created')
    assert.equal(event.data.object.id, customer.id)
    assert.deepEqual(
      [event.api_version, event.account, event.livemode],
      ['2026-10-28.endive', undefined, false],
    )
    assert.equal(event.request?.idempotency_key, 'c:1')
    assert.throws(() => stripe.webhooks.constructEvent(`${got!.body} `, header, secret!), {
      type: 'StripeSignatureVerificationError',
    })
    assert.throws(() => stripe.webhooks.constructEvent(got!.body, header, 'whsec_other'))
  })

  test('connect endpoints get events of connected accounts, others those of the platform, by event type', async () => {
    const account = await bench.onboardedAccount()
    const connect = await endpoint(['checkout.session.completed', 'charge.refunded'], true)
    const platform = await endpoint(['checkout.session.completed'])
    const session = await stripe.checkout.sessions.create(tenEuros, { stripeAccount: account })
    await bench.submit(session.url!, goodCard)
    const own = await stripe.checkout.sessions.create(tenEuros)
    await bench.submit(own.url!, goodCard)
    const deliveries = await settled(2)
    const seen = (await receiver.until(2)).map(({ body }) => JSON.parse(body) as Stripe.Event)
    const accounts = new Map(
      seen.map((one) => [(one.data.object as Stripe.Checkout.Session).id, one.account]),
    )
    assert.deepEqual([accounts.get(session.id), accounts.get(own.id)], [account, undefined])
    assert.deepEqual(
      deliveries.map((one) => one.endpoint_id).toSorted(),
      [connect.id, platform.id].toSorted(),
    )
  })

  test('a failed delivery is retried later with the same event and a new signature', async () => {
    const { secret } = await endpoint(['customer.created'])
    receiver.answer = (at) => [500, 302, 200][at]!
    await stripe.customers.create({})
    const got = await receiver.until(3)
    const events = got.map(({ body, headers }) =>
      stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), secret!),
    )
    assert.equal(new Set(events.map((one) => one.id)).size, 1)
    const [delivery] = await settled(1)
    assert.equal(delivery?.status, 'delivered')
    assert.deepEqual(
      delivery?.attempts.map((one) => one.status),
      [500, 302, 200],
    )
    const shown = await stripe.events.retrieve(events[0]!.id)
    assert.equal(shown.pending_webhooks, 0)
  })

  test('a delivery fails after the last attempt, and can be replayed', async () => {
    await endpoint(['customer.created'])
    receiver.answer = () => 500
    await stripe.customers.create({})
    const [failed] = await settled(1)
    assert.deepEqual([failed?.status, failed?.attempts.length], ['failed', retryDelays.length + 1])
    receiver.answer = () => 200
    const replay = await bench.control<{ attempts: object[] }>(`deliveries/${failed!.id}/replay`, {})
    assert.equal(replay.attempts.length, 1)
  })

  test('an event can be replayed many times in parallel', async () => {
    await endpoint(['customer.created'])
    await stripe.customers.create({})
    const [{ event_id: id }] = (await settled(1)) as [Delivery]
    const { attempts } = await bench.control<{ attempts: Array<{ status: number }> }>(`events/${id}/replay`, {
      times: 50,
      parallel: true,
    })
    assert.equal(attempts.filter((one) => one.status === 200).length, 50)
    assert.equal(receiver.received.length, 51)
  })

  test('deliveries can be paused', async () => {
    await endpoint(['customer.created'])
    await bench.control('deliveries/pause', {})
    const customer = await stripe.customers.create({})
    const [waiting] = await bench.control<Delivery[]>('deliveries')
    assert.deepEqual([waiting?.status, waiting?.attempts.length, receiver.received.length], ['pending', 0, 0])
    await bench.control('deliveries/resume', {})
    const [got] = await receiver.until(1)
    assert.ok(got!.body.includes(customer.id))
  })

  test('delivers events twice and out of order on demand, and pending ones immediately', async () => {
    await endpoint(['customer.created'])
    await bench.control('deliveries/disorder', { duplicates: 1, spreadMs: 86_400_000 })
    const made: string[] = []
    for (let at = 0; at < 12; at += 1) made.push((await stripe.customers.create({})).id)
    assert.deepEqual(await bench.control('deliveries/count'), { pending: 24, delivered: 0, failed: 0 })
    await bench.control('deliveries/shuffle', { spreadMs: 300 })
    const got = await receiver.until(24)
    const order = got.map(
      ({ body }) => (JSON.parse(body) as { data: { object: { id: string } } }).data.object.id,
    )
    for (const id of made) assert.equal(order.filter((one) => one === id).length, 2)
    // One of 24!/2^12 orders is the sent one.
    assert.notDeepEqual(
      order,
      made.flatMap((id) => [id, id]),
    )
  })

  test('endpoints: list, change, disable, delete; the secret is returned once', async () => {
    const made = await endpoint(['*'])
    assert.match(made.secret!, /^whsec_/)
    assert.equal((await stripe.webhookEndpoints.retrieve(made.id)).secret, undefined)
    await stripe.webhookEndpoints.update(made.id, { disabled: true })
    await stripe.customers.create({})
    assert.deepEqual(await bench.control('deliveries'), [])
    assert.deepEqual(
      (await stripe.webhookEndpoints.list()).data.map((one) => [one.id, one.status]),
      [[made.id, 'disabled']],
    )
    assert.equal((await stripe.webhookEndpoints.del(made.id)).deleted, true)
    assert.equal((await stripe.webhookEndpoints.list()).data.length, 0)
    await assert.rejects(stripe.webhookEndpoints.create({ url: 'ftp://x', enabled_events: ['*'] }), {
      code: 'url_invalid',
    })
  })

  test('event destinations get thin events, which verify as notifications', async () => {
    const destination = await stripe.v2.core.eventDestinations.create({
      name: 'thin',
      type: 'webhook_endpoint',
      event_payload: 'thin',
      enabled_events: ['v2.core.account[requirements].updated'],
      webhook_endpoint: { url: receiver.url },
      include: ['webhook_endpoint.signing_secret'],
    })
    const account = await bench.onboardedAccount()
    const [got] = await receiver.until(1)
    const secret = destination.webhook_endpoint!.signing_secret!
    const note = stripe.parseEventNotification(got!.body, String(got!.headers['stripe-signature']), secret)
    assert.equal(note.type, 'v2.core.account[requirements].updated')
    assert.equal((note as { related_object?: { id: string } }).related_object?.id, account)
    assert.equal((await stripe.v2.core.events.retrieve(note.id)).type, note.type)
    assert.equal((await stripe.v2.core.eventDestinations.list()).data.length, 1)
    await stripe.v2.core.eventDestinations.del(destination.id)
    assert.equal((await stripe.v2.core.eventDestinations.list()).data.length, 0)
  })
})

test('deliveries that are pending at a stop are sent after the restart', async () => {
  const data = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const first = await openBench({ data, retryDelays: [1, 1, 50] })
  const receiver = await openReceiver()
  try {
    await first.stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['customer.created'] })
    receiver.answer = () => 503
    const customer = await first.stripe.customers.create({})
    await receiver.until(2)
    await first.close()
    receiver.answer = () => 200
    // Counted before the restart, because deliveries are sent while it is starting.
    const seen = receiver.received.length
    const second = await openSandbox({ port: 0, smtpPort: 0, data, retryDelays: [1, 1, 50] })
    assert.deepEqual(second.keys, first.sandbox.keys)
    const got = await receiver.until(seen + 1)
    assert.ok(got.at(-1)!.body.includes(customer.id))
    await second.close()
  } finally {
    receiver.close()
    rmSync(data, { recursive: true })
  }
})
