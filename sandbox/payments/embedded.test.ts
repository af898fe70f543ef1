import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type Stripe from 'stripe'
import { expect, launchBrowser } from '#testing/browser.ts'
import { goodCard, idOf, openBench, tenEuros } from './test-bench.ts'
import type { Bench } from './test-bench.ts'

const { success_url: _, cancel_url: __, ...order } = tenEuros
const embedded: Stripe.Checkout.SessionCreateParams = {
  ...order,
  ui_mode: 'embedded_page',
  return_url: 'http://shop.test/done?session={CHECKOUT_SESSION_ID}',
  redirect_on_completion: 'if_required',
}

describe('embedded Checkout', () => {
  let bench: Bench
  let account: string
  before(async () => {
    bench = await openBench()
    account = await bench.onboardedAccount()
  })
  after(() => bench.close())
  const create = (more: Stripe.Checkout.SessionCreateParams = {}): Promise<Stripe.Checkout.Session> =>
    bench.stripe.checkout.sessions.create({ ...embedded, ...more }, { stripeAccount: account })
  const about = (secret: string, key: string, owner: string): Promise<Response> =>
    fetch(`${bench.sandbox.url}/c/embed/${secret}/about?key=${key}&account=${owner}`)

  test('has a client secret but no URL, and requires return_url instead of success_url', async () => {
    const session = await create()
    assert.deepEqual([session.url, session.success_url, session.ui_mode], [null, null, 'embedded_page'])
    assert.ok(session.client_secret!.startsWith(`${session.id}_secret_`))
    await assert.rejects(create({ success_url: 'http://shop.test' }), { param: 'success_url' })
    await assert.rejects(create({ redirect_on_completion: 'never' }), { param: 'return_url' })
    await assert.rejects(create({ ui_mode: 'hosted_page', success_url: 'http://shop.test' }), {
      param: 'return_url',
    })
    await assert.rejects(create({ return_url: undefined }), {
      param: 'return_url',
      code: 'parameter_missing',
    })
    const never = await create({ return_url: undefined, redirect_on_completion: 'never' })
    assert.equal(never.redirect_on_completion, 'never')
  })

  test('is shown only with the whole secret, and described only for the right key and account', async () => {
    const { client_secret: secret, id } = await create()
    const { publishableKeyTest: key, publishableKeyLive, account: platform } = bench.sandbox.keys
    const at = (path: string): Promise<number> =>
      fetch(`${bench.sandbox.url}${path}`, { redirect: 'manual' }).then((answer) => answer.status)
    assert.deepEqual(
      [
        await at(`/c/embed/${secret}`),
        await at(`/c/pay/${id}`),
        await at(`/c/embed/${secret}x`),
        await at(`/c/embed/${id}`),
      ],
      [200, 404, 404, 404],
    )
    const statuses = [
      await about(secret!, key, account),
      await about(secret!, publishableKeyLive, account),
      await about(secret!, key, platform),
    ].map((answer) => answer.status)
    assert.deepEqual(statuses, [200, 404, 404])
    const hosted = await bench.stripe.checkout.sessions.create(tenEuros, { stripeAccount: account })
    const page = await fetch(hosted.url!)
    assert.match(page.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
  })

  test('in a browser: pays through the bank’s challenge in the frame, and notifies the host page, which stays open', async () => {
    const answers = { body: '' }
    const host = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(answers.body),
    )
    host.listen(0, '127.0.0.1')
    await once(host, 'listening')
    after(() => void host.close())
    const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/shop`
    const page = await (await launchBrowser()).newPage()
    const visit = async (
      session: Stripe.Checkout.Session,
      owner: string,
      onComplete: boolean,
    ): Promise<void> => {
      answers.body = `<!doctype html><title>Shop</title><div id="here"></div><p id="said"></p>
        <script src="${bench.sandbox.url}/endive/stripe.js"></script>
        <script>
          const say = (text) => { document.querySelector('#said').textContent = text }
          const stripe = Stripe('${bench.sandbox.keys.publishableKeyTest}', { stripeAccount: '${owner}' })
          stripe.createEmbeddedCheckoutPage({
            fetchClientSecret: async () => '${session.client_secret}',
            ${onComplete ? "onComplete: () => say('paid')," : ''}
          }).then((checkout) => checkout.mount('#here'), (error) => say(error.message))
        </script>`
      await page.goto(address)
    }
    const fill = async (number: string): Promise<void> => {
      const frame = page.frameLocator('iframe')
      await frame.getByLabel('Email').fill(goodCard.email)
      await frame.getByLabel('Card number').fill(number)
      await frame.getByLabel('Expiry').fill(goodCard.expiry)
      await frame.getByLabel('CVC').fill(goodCard.cvc)
      await frame.getByLabel('Name on card').fill(goodCard.name)
      await frame.getByRole('button', { name: 'Pay' }).click()
    }

    const session = await create()
    await visit(session, bench.sandbox.keys.account, true)
    await expect(page.locator('#said')).toContainText('No such Checkout Session')

    await visit(session, account, true)
    await fill('4000 0025 0000 3155')
    await page.frameLocator('iframe').getByRole('button', { name: 'Complete authentication' }).click()
    await expect(page.locator('#said')).toHaveText('paid')
    assert.equal(page.url(), address)
    const paid = await bench.stripe.checkout.sessions.retrieve(session.id, {}, { stripeAccount: account })
    assert.deepEqual([paid.status, paid.payment_status], ['complete', 'paid'])
    assert.match(idOf(paid.payment_intent), /^pi_/)

    const always = await create({
      redirect_on_completion: 'always',
      return_url: `${address}?back={CHECKOUT_SESSION_ID}`,
    })
    await visit(always, account, false)
    await fill(goodCard.number)
    await page.waitForURL(`${address}?back=${always.id}`)
  })
})
