import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idOf } from '#kernel/payments/id-of.ts'
import { buy, openShop } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { amountRefunded, paymentFacts } from './payment-facts.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready })
const shop = await openShop(app, sandbox)
const on = { stripeAccount: shop.account }

test('every partial refund counts, even beyond the provider’s first page', async () => {
  const { url, session } = await buy(shop)
  await sandbox.pay(url)
  const { payment_intent } = await sandbox.stripe.test.checkout.sessions.retrieve(session, {}, on)
  const intent = idOf(payment_intent) ?? ''
  for (let done = 0; done < 105; done += 15)
    await Promise.all(
      Array.from({ length: 15 }, () =>
        sandbox.stripe.test.refunds.create({ payment_intent: intent, amount: 1 }, on),
      ),
    )
  const facts = await paymentFacts(app.kernel, { account: shop.account, mode: 'test' }, intent)
  assert.equal(amountRefunded(facts), 105)
})
