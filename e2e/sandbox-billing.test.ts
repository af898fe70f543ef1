import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { idOf, openBench } from '../sandbox/payments/test-bench.ts'
import { openBilling } from '../sandbox/payments/billing-bench.ts'
import { violations } from './accessibility.ts'
import { fitsItsWidth } from './sideways.ts'

const bench = await openBench()
after(() => bench.close())
const billing = await openBilling(bench)
const browser = await launchBrowser()

/** Presses Tab until the control with this name has the focus, like a keyboard user. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const one = document.activeElement as HTMLInputElement | null
      return (one?.labels?.[0]?.textContent ?? one?.textContent ?? '').trim()
    })
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await focused()) === name) return
  }
  throw new Error(`${name} is not reachable by keyboard`)
}

async function follow(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

async function typeCard(page: Page, number: string): Promise<void> {
  const fields = { 'Card number': number, Expiry: '12 / 34', CVC: '123', 'Name on card': 'Ada Buyer' }
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, label)
    await page.keyboard.type(text)
  }
}

describe('the sandbox’s billing pages, by keyboard', () => {
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const)
    test(`trial, failed renewal, another card, another plan, cancel and back, invoice: ${colorScheme}, ${width} px`, async () => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
      const page = await context.newPage()
      const expectPage = async (title: string): Promise<void> => {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(page.locator('.band')).toHaveText('sandbox, no real money')
        assert.deepEqual(await violations(page), [], title)
        await fitsItsWidth(page, `${title} fits its width`)
        const folder = process.env['SCREENSHOTS']
        if (folder) await page.screenshot({ path: `${folder}/${title}-${width}.png`, fullPage: true })
      }
      const { stripe } = bench
      const features = {
        customer_update: { enabled: true, allowed_updates: ['email' as const, 'name' as const] },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: {
          enabled: true,
          cancellation_reason: { enabled: true, options: ['too_expensive' as const] },
        },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price' as const],
          products: [billing.pro, billing.business].map((one) => ({
            product: idOf(one.product),
            prices: [one.id],
          })),
        },
      }
      const configuration = (await stripe.billingPortal.configurations.create({ features })).id
      const customer = (await stripe.customers.create({ email: 'ada@example.test', name: 'Ada' })).id
      const back = `${bench.sandbox.url}/inbox`
      const session = await stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        line_items: [{ price: billing.pro.id, quantity: 1 }],
        subscription_data: { trial_period_days: 3 },
        success_url: back,
        cancel_url: back,
      })

      await page.goto(session.url!)
      await expectPage('Try Pro')
      await typeCard(page, '4000000000000341')
      await follow(page, 'Start trial')
      await page.waitForURL(back)
      await billing.advance(3, 60)
      const [subscription] = (await stripe.subscriptions.list({ customer })).data
      assert.equal(subscription?.status, 'past_due')

      const portal = await stripe.billingPortal.sessions.create({ customer, configuration, return_url: back })
      await page.goto(portal.url)
      await expectPage('Your billing with Sandbox platform')
      await follow(page, 'Change card')
      await expectPage('Change your card')
      await typeCard(page, '4000002500003155')
      await follow(page, 'Save card')
      await expectPage('Confirm your card')
      await follow(page, 'Complete authentication')
      await expect(page.getByRole('status')).toHaveText('Your card has been changed.')
      assert.equal((await stripe.subscriptions.retrieve(subscription.id)).status, 'active')

      await follow(page, 'Switch plan')
      await expectPage('Switch plan')
      await tabTo(page, 'Pro, €19.00 per month (your plan)')
      await page.keyboard.press('ArrowDown')
      await follow(page, 'Switch plan')
      await expect(page.getByRole('status')).toHaveText('Your plan has been switched.')

      await follow(page, 'Cancel subscription')
      await expectPage('Cancel Business')
      await follow(page, 'Cancel subscription')
      await expect(page.getByRole('status')).toHaveText('Your subscription will not be renewed.')
      await expectPage('Your billing with Sandbox platform')
      await follow(page, 'Don’t cancel')
      await expect(page.getByRole('status')).toHaveText('Your subscription continues.')
      const [item] = (await stripe.subscriptions.retrieve(subscription.id)).items.data
      assert.equal(item?.price.id, billing.business.id)

      const [invoice] = (await stripe.invoices.list({ customer })).data
      await page.goto(invoice!.hosted_invoice_url!)
      await expectPage(`Invoice ${invoice!.number}`)
      await stripe.subscriptions.cancel(subscription.id)
      await context.close()
    })
})
