import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type Stripe from 'stripe'
import type { Bench } from './test-bench.ts'
import { goodCard, idOf, openBench, tenEuros } from './test-bench.ts'

describe('Checkout', () => {
  let bench: Bench
  let account: string
  before(async () => {
    bench = await openBench()
    account = await bench.onboardedAccount()
  })
  after(() => bench.close())

  const order = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}): Promise<Stripe.Checkout.Session> =>
    bench.stripe.checkout.sessions.create({ ...tenEuros, ...more }, { stripeAccount: account })
  const read = (id: string, expand: string[] = []): Promise<Stripe.Checkout.Session> =>
    bench.stripe.checkout.sessions.retrieve(id, { expand }, { stripeAccount: account })

  test('a paid order redirects to success_url with the session id, credits the connected account and sends events in order', async () => {
    const session = await order({
      client_reference_id: 'order-1',
      metadata: { tenant_id: 't' },
      payment_intent_data: { metadata: { order_id: 'order-1' }, application_fee_amount: 50 },
    })
    assert.deepEqual(
      [session.status, session.payment_status, session.amount_total, session.currency],
      ['open', 'unpaid', 1000, 'eur'],
    )
    const page = await fetch(session.url!).then((answer) => answer.text())
    for (const label of ['Email', 'Card number', 'Expiry', 'CVC', 'Name on card'])
      assert.match(page, new RegExp(`>${label}</label`))
    assert.match(page, />Pay €10\.00<\/button/)
    assert.match(page, /href="http:\/\/shop\.test\/back">Back</)

    const paid = await bench.submit(session.url!, goodCard)
    assert.deepEqual(
      [paid.status, paid.headers.get('location')],
      [303, `http://shop.test/done?session=${session.id}`],
    )

    const done = await read(session.id, ['line_items', 'payment_intent.latest_charge'])
    assert.deepEqual([done.status, done.payment_status, done.url], ['complete', 'paid', null])
    assert.deepEqual(
      [done.customer_details?.email, done.customer_details?.name],
      ['buyer@example.test', 'Ada Buyer'],
    )
    assert.equal(done.client_reference_id, 'order-1')
    assert.equal(done.line_items?.data[0]?.description, 'Cake')
    const intent = done.payment_intent as Stripe.PaymentIntent
    assert.deepEqual(
      [intent.status, intent.metadata['order_id'], intent.application_fee_amount],
      ['succeeded', 'order-1', 50],
    )
    const charge = intent.latest_charge as Stripe.Charge
    assert.deepEqual(
      [charge.paid, charge.amount, charge.payment_method_details?.card?.last4],
      [true, 1000, '4242'],
    )

    const events = await bench.stripe.events.list({ limit: 4 }, { stripeAccount: account })
    assert.deepEqual(events.data.map((one) => one.type).toReversed(), [
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ])
    assert.equal(events.data[0]?.account, account)

    const again = await bench.submit(`${bench.sandbox.url}/c/pay/${session.id}`, goodCard)
    assert.equal(again.headers.get('location'), `http://shop.test/done?session=${session.id}`)
    const charges = await bench.stripe.charges.list({ payment_intent: intent.id }, { stripeAccount: account })
    assert.equal(charges.data.length, 1, 'a second submit charges nothing')
  })

  const declines: Array<[string, string, string, string | undefined]> = [
    ['4000000000000002', 'Your card was declined.', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'Your card has insufficient funds.', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'Your card has expired.', 'expired_card', undefined],
    ['4000000000000127', 'Your card&#39;s security code is incorrect.', 'incorrect_cvc', undefined],
  ]
  for (const [number, said, code, declineCode] of declines)
    test(`card ${number} is declined with a message and can be replaced`, async () => {
      const session = await order()
      const refused = await bench.submit(session.url!, { ...goodCard, number })
      assert.equal(refused.status, 402)
      assert.ok((await refused.text()).includes(`role="alert">${said}<`))
      assert.deepEqual(await read(session.id).then((one) => [one.status, one.payment_status]), [
        'open',
        'unpaid',
      ])
      const [failed] = (await bench.stripe.charges.list({ limit: 1 }, { stripeAccount: account })).data
      assert.deepEqual([failed?.status, failed?.failure_code], ['failed', code])
      const intent = await bench.stripe.paymentIntents.retrieve(
        idOf(failed?.payment_intent),
        {},
        { stripeAccount: account },
      )
      assert.deepEqual(
        [intent.status, intent.last_payment_error?.decline_code],
        ['requires_payment_method', declineCode],
      )

      await bench.submit(session.url!, goodCard)
      const done = await read(session.id)
      assert.deepEqual(
        [done.payment_status, done.payment_intent],
        ['paid', intent.id],
        'the same payment goes on',
      )
    })

  test('a number that is no test card is declined and never stored', async () => {
    const session = await order()
    const refused = await bench.submit(session.url!, { ...goodCard, number: '4539578763621486' })
    assert.equal(refused.status, 402)
    assert.match(await refused.text(), /test card numbers only/)
    const everything = await bench.control<object[]>('events')
    assert.ok(!JSON.stringify(everything).includes('4539578763621486'))
  })

  test('invalid card fields show an error each, before anything is charged', async () => {
    const session = await order()
    const wrong = {
      ...goodCard,
      number: '4242424242424241',
      expiry: '01/20',
      cvc: '12',
      name: '',
      email: 'nobody',
    }
    const answer = await bench.submit(session.url!, wrong)
    assert.equal(answer.status, 422)
    const page = await answer.text()
    for (const said of [
      'card number is invalid',
      'expiration date is in the past',
      'security code is incomplete',
      'name on the card',
      'email is invalid',
    ])
      assert.match(page, new RegExp(`class="error"[^>]*>[^<]*${said}`))
    assert.equal((page.match(/aria-invalid="true"/g) ?? []).length, 5)
    assert.equal((await read(session.id)).payment_intent, null)
  })

  for (const number of ['4000002500003155', '4000002760003184'])
    test(`card ${number} requires authentication: failing leaves the order open, completing pays it`, async () => {
      const session = await order()
      const sent = await bench.submit(session.url!, { ...goodCard, number })
      const challenge = `${session.url}/challenge`
      assert.equal(new URL(sent.headers.get('location')!, bench.sandbox.url).href, challenge)
      assert.match(await fetch(challenge).then((one) => one.text()), /Complete authentication/)
      const failed = await bench.submit(challenge, { answer: 'fail' })
      assert.equal(failed.status, 402)
      assert.match(await failed.text(), /unable to authenticate/)
      assert.equal((await read(session.id)).payment_status, 'unpaid')

      await bench.submit(session.url!, { ...goodCard, number })
      const passed = await bench.submit(challenge, { answer: 'complete' })
      assert.equal(passed.headers.get('location'), `http://shop.test/done?session=${session.id}`)
      assert.equal((await read(session.id)).payment_status, 'paid')
      const late = await bench.submit(challenge, { answer: 'fail' })
      assert.equal(late.status, 303, 'repeating a finished challenge changes nothing')
    })

  test('expires on request and after its time, sends an event, and cannot be paid', async () => {
    const session = await order()
    const ended = await bench.stripe.checkout.sessions.expire(session.id, {}, { stripeAccount: account })
    assert.deepEqual([ended.status, ended.url], ['expired', null])
    const page = await bench.submit(session.url!, goodCard)
    assert.equal(page.status, 410)
    assert.match(await page.text(), /This checkout has expired/)
    await assert.rejects(bench.stripe.checkout.sessions.expire(session.id, {}, { stripeAccount: account }), {
      statusCode: 400,
    })

    const other = await order()
    await bench.control('clock', { advanceSeconds: 24 * 60 * 60 + 1 })
    assert.equal((await read(other.id)).status, 'expired')
    const [event] = (
      await bench.stripe.events.list({ type: 'checkout.session.expired' }, { stripeAccount: account })
    ).data
    assert.equal((event!.data.object as Stripe.Checkout.Session).id, other.id)
  })

  test('lists by status and email; line items have their own list', async () => {
    const session = await order({
      customer_email: 'known@example.test',
      line_items: tenEuros.line_items!.map((one) => ({ ...one, quantity: 3 })),
    })
    const page = await fetch(session.url!).then((one) => one.text())
    assert.match(page, /value="known@example\.test"[^>]*readonly/)
    await bench.submit(session.url!, { ...goodCard, email: 'other@example.test' })
    const found = await bench.stripe.checkout.sessions.list(
      { customer_details: { email: 'known@example.test' }, status: 'complete' },
      { stripeAccount: account },
    )
    assert.deepEqual(
      found.data.map((one) => one.id),
      [session.id],
    )
    const lines = await bench.stripe.checkout.sessions.listLineItems(
      session.id,
      {},
      { stripeAccount: account },
    )
    assert.deepEqual(
      lines.data.map((one) => [one.quantity, one.amount_total, one.price?.unit_amount]),
      [[3, 3000, 1000]],
    )
  })

  const refusals: Array<[string, Partial<Stripe.Checkout.SessionCreateParams>, string | undefined]> = [
    ['no success_url', { success_url: undefined }, 'success_url'],
    ['a success_url that is no web address', { success_url: 'javascript:alert(1)' }, 'success_url'],
    ['a cancel_url that is no web address', { cancel_url: 'data:text/html,x' }, 'cancel_url'],
    ['no items', { line_items: [] }, 'line_items'],
    [
      'a quantity of nothing',
      { line_items: tenEuros.line_items!.map((one) => ({ ...one, quantity: 0 })) },
      'line_items[0][quantity]',
    ],
    [
      'a negative price',
      {
        line_items: [
          { quantity: 1, price_data: { currency: 'eur', unit_amount: -5, product_data: { name: 'x' } } },
        ],
      },
      'line_items[0][price_data][unit_amount]',
    ],
    [
      'half a cent',
      {
        line_items: [
          { quantity: 1, price_data: { currency: 'eur', unit_amount: 0.5, product_data: { name: 'x' } } },
        ],
      },
      'line_items[0][price_data][unit_amount]',
    ],
    [
      'a currency that is none',
      {
        line_items: [
          { quantity: 1, price_data: { currency: 'zzz', unit_amount: 500, product_data: { name: 'x' } } },
        ],
      },
      'line_items[0][price_data][currency]',
    ],
    [
      'a price of another account',
      { line_items: [{ quantity: 1, price: 'price_none' }] },
      'line_items[0][price]',
    ],
    [
      'less than 50 cents',
      {
        line_items: [
          { quantity: 1, price_data: { currency: 'eur', unit_amount: 49, product_data: { name: 'x' } } },
        ],
      },
      undefined,
    ],
    ['an unknown customer', { customer: 'cus_none' }, 'customer'],
    [
      'a fee above the total',
      { payment_intent_data: { application_fee_amount: 1001 } },
      'payment_intent_data[application_fee_amount]',
    ],
    [
      'a parameter removed in this version',
      { payment_method_types: ['card'] } as never,
      'payment_method_types',
    ],
  ]
  for (const [what, params, param] of refusals)
    test(`refuses ${what}`, () =>
      assert.rejects(order(params), (error: Stripe.errors.StripeError) => {
        assert.deepEqual(
          [error.type, error.statusCode, error.param],
          ['StripeInvalidRequestError', 400, param],
        )
        return true
      }))

  test('returns 501 for unsupported parameters', async () => {
    await assert.rejects(order({ mode: 'setup' }), { statusCode: 501, message: /setup mode/ })
    await assert.rejects(order({ discounts: [{ coupon: 'x' }] }), { statusCode: 501, message: /discounts/ })
    assert.equal((await order({ automatic_tax: { enabled: false } })).status, 'open')
  })

  test('an account that is not payable cannot sell; the platform can', async () => {
    const { stripe } = bench
    const fresh = await stripe.v2.core.accounts.create({
      contact_email: 'n@x.test',
      identity: { country: 'DE' },
      configuration: { merchant: {} },
    })
    await assert.rejects(stripe.checkout.sessions.create(tenEuros, { stripeAccount: fresh.id }), {
      statusCode: 400,
      message: /cannot currently make charges/,
    })
    const own = await stripe.checkout.sessions.create(tenEuros)
    await bench.submit(own.url!, goodCard)
    assert.equal((await stripe.checkout.sessions.retrieve(own.id)).payment_status, 'paid')
  })
})
