// Purchases on a third-party page: in the block itself, in a separate window, and when something fails.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { serveDemoSite } from '../scripts/demo/site.ts'
import { violations } from './accessibility.ts'
import { keysOf } from './api.ts'
import { makeBakery } from './bakery.ts'
import { fitsItsWidth } from './sideways.ts'
import {
  CARDS,
  block,
  checkoutIn,
  eventsOf,
  fillCard,
  openCheckout,
  purchaseButton,
  recordEvents,
  withoutFrames,
} from './visitor.ts'

const LOAF = 'Rye & honey loaf'
const KIT = 'Rye starter kit'
const CLUB = 'Bread club'
const EMAIL = 'ines@checkout.test'
const PAID = `Payment successful. Thank you for your purchase of ${LOAF}.`
const CANCELED = 'Your payment was canceled. You have not been charged.'

let key = ''
const instance = await sharedInstance()
const site = await serveDemoSite({
  port: 0,
  snippet: () =>
    ['auth', 'pay']
      .map(
        (name) =>
          `<script async src="${instance.url}/v1/bb.js" data-tenant="${key}" data-block="${name}"></script>`,
      )
      .join('\n'),
  scriptOrigin: instance.url,
})
after(() => site.stop())
const mara = await makeBakery(keysOf(instance), site.origin)
key = mara.tenant.public_key
const club = { name: CLUB, price_cents: 2400, currency: 'eur', interval: 'month' }
assert.ifError((await mara.client.from('items').insert({ ...club, tenant_id: mara.tenant.id })).error)
const browser = await launchBrowser()

/** Opens the shop's page as a new visitor. */
async function visit(
  options: BrowserContextOptions & { windows?: boolean; frames?: boolean } = {},
): Promise<Page> {
  const { windows = true, frames = false, ...rest } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 700 }, ...rest })
  context.setDefaultTimeout(PATIENCE)
  after(() => context.close())
  await recordEvents(context)
  if (!frames) await withoutFrames(context)
  if (!windows) await context.addInitScript(() => (window.open = () => null))
  const page = await strictPage(context)
  await page.goto(site.origin)
  return page
}

const says = (page: Page, text: string | RegExp) => expect(block(page, 'pay').getByText(text)).toBeVisible()
const purchases = async (page: Page) => (await eventsOf(page)).filter(({ type }) => type === 'bb:purchase')
/**
 * Waits for the page's purchase event. It comes from the loader's second chunk, before or after the block
 * shows it.
 */
const waitForPurchaseEvent = (page: Page) => expect.poll(() => purchases(page)).toHaveLength(1)

test('if the browser blocks the popup, the page itself redirects to the checkout and returns to the block that the buyer used', async () => {
  const page = await visit({ windows: false, viewport: { width: 1280, height: 400 } })
  await purchaseButton(page, LOAF).click()
  await page.waitForURL(/\/c\/pay\//)
  await fillCard(page, CARDS.good, EMAIL)
  await page.waitForURL((url) => url.origin === site.origin)
  await says(page, PAID)
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  await expect(block(page, 'pay').getByText(PAID)).toBeInViewport()
  await waitForPurchaseEvent(page)

  // Going back to a paid checkout, the provider redirects to the shop again: the same order with a new code.
  await page.goBack()
  await page.waitForURL((url) => url.origin === site.origin)
  await says(page, PAID)
  await page.waitForLoadState('networkidle')
  assert.equal((await purchases(page)).length, 1, 'the event is sent once')
})

test('a closed checkout window shows a note; it opens again with the same order, which can then be paid', async () => {
  const page = await visit()
  const first = await openCheckout(page, LOAF)
  await says(page, `The checkout for ${LOAF} is open in another window.`)
  assert.deepEqual(await violations(page, true), [])
  // Another click focuses that window and starts nothing.
  await purchaseButton(page, LOAF).click()
  const address = first.url()
  await first.close()
  await says(page, /The checkout window for .* was closed\. If you have paid, this updates automatically\./)
  const opening = page.waitForEvent('popup')
  await block(page, 'pay').getByRole('button', { name: 'Open checkout' }).click()
  const second = await opening
  await second.waitForURL(/\/c\/pay\//)
  assert.equal(second.url(), address)
  const over = second.waitForEvent('close')
  await fillCard(second, CARDS.good, EMAIL)
  await over
  await says(page, PAID)
  await waitForPurchaseEvent(page)
  await block(page, 'pay').getByRole('button', { name: 'OK' }).click()
  await expect(block(page, 'pay').getByText(PAID)).toBeHidden()
})

test('a checkout window that returns after the payment is already known still closes', async () => {
  const page = await visit()
  const checkout = await openCheckout(page, LOAF)
  // The provider reports the payment before it redirects the buyer's browser.
  await checkout.route(/\/c\/pay\//, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch({ maxRedirects: 0 })
    await says(page, PAID)
    await route.fulfill({ response })
  })
  const over = checkout.waitForEvent('close')
  await fillCard(checkout, CARDS.good, EMAIL)
  await over
  await waitForPurchaseEvent(page)
})

test('a note on an open payment can be dismissed permanently; a later payment is still reported', async () => {
  const page = await visit()
  const checkout = await openCheckout(page, LOAF)
  await checkout.close()
  await says(page, /checkout window for .* was closed/)
  await page.reload()
  await says(page, /has not arrived yet/)
  await block(page, 'pay').getByRole('button', { name: 'OK' }).click()
  await expect(block(page, 'pay').getByText(/has not arrived yet/)).toBeHidden()
  const statusResponse = page.waitForResponse('**/order-status')
  await page.reload()
  await statusResponse
  await expect(block(page, 'pay').getByText('Available Products')).toBeVisible()
  await expect(block(page, 'pay').getByText(/has not arrived yet/)).toBeHidden()
})

test('a quantity of one product, and a recurring price', async () => {
  const page = await visit()
  const loaf = block(page, 'pay').getByRole('listitem').filter({ hasText: LOAF })
  const quantity = loaf.getByRole('group', { name: `Quantity: ${LOAF}` })
  await expect(quantity.getByRole('button', { name: 'One less' })).toBeDisabled()
  for (let n = 0; n < 3; n++) await quantity.getByRole('button', { name: 'One more' }).click()
  await quantity.getByRole('button', { name: 'One less' }).click()
  await expect(quantity.getByText('3', { exact: true })).toBeVisible()
  const checkout = await openCheckout(page, LOAF)
  await expect(checkout.getByRole('button', { name: 'Pay €30.00' })).toBeVisible()
  const over = checkout.waitForEvent('close')
  await fillCard(checkout, CARDS.good, EMAIL)
  await over
  await says(page, PAID)
  await waitForPurchaseEvent(page)
  const [bought] = await purchases(page)
  assert.equal((bought!.detail as { amount: number }).amount, 3000)

  const club = block(page, 'pay').getByRole('listitem').filter({ hasText: CLUB })
  await expect(club.getByText('€24.00 / month')).toBeVisible()
  await expect(club.getByRole('group')).toHaveCount(0)
  const clubCheckout = await openCheckout(page, CLUB)
  await expect(clubCheckout.getByText(/month/).first()).toBeVisible()
  await fillCard(clubCheckout, CARDS.good, EMAIL)
  await says(page, `Payment successful. Thank you for your purchase of ${CLUB}.`)
})

test('two checkouts run in two windows, each with its own result', async () => {
  const page = await visit()
  const loaf = await openCheckout(page, LOAF)
  const kitCheckout = await openCheckout(page, KIT)
  await kitCheckout.getByRole('link', { name: 'Back' }).click()
  await says(page, 'Your payment was canceled. You have not been charged.')
  await says(page, `The checkout for ${LOAF} is open in another window.`)
  await loaf.close()
})

test('a refused purchase closes its window and shows the reason; the next one works', async () => {
  const page = await visit()
  await page.route('**/functions/v1/purchase', (route) =>
    route.fulfill({
      status: 409,
      json: { error: 'This shop cannot take payments yet.', code: 'cannot_sell' },
    }),
  )
  const opening = page.waitForEvent('popup')
  await purchaseButton(page, LOAF).click()
  const opened = await opening
  await says(page, 'This shop cannot take payments yet.')
  await expect.poll(() => opened.isClosed()).toBe(true)
  await page.unroute('**/functions/v1/purchase')
  await (await openCheckout(page, LOAF)).close()
})

test('a refusal is shown in the language of the page', async () => {
  const page = await visit()
  await page.goto(`${instance.url}/embed/pay?tenant=${key}&locale=de`)
  await page.route('**/functions/v1/purchase', (route) =>
    route.fulfill({
      status: 409,
      json: { error: 'This shop cannot take payments yet.', code: 'cannot_sell' },
    }),
  )
  await page.getByRole('button', { name: `Jetzt kaufen: ${LOAF}` }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Dieser Shop kann noch keine Zahlungen annehmen. Bitte versuchen Sie es später noch einmal.',
  )
})

test('a checkout window whose shop page was closed shows the order’s result itself, and links back', async () => {
  const page = await visit()
  const checkout = await openCheckout(page, LOAF)
  await page.goto('about:blank')
  await fillCard(checkout, CARDS.good, EMAIL)
  await expect(checkout.getByText(PAID)).toBeVisible()
  assert.equal(new URL(checkout.url()).hash, '')
  assert.deepEqual(await violations(checkout), [])
  await checkout.getByRole('link', { name: /^Back to / }).click()
  await checkout.waitForURL((url) => url.origin === site.origin)
})

test('a purchase works the same on a phone', async () => {
  const page = await visit({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })
  const checkout = await openCheckout(page, LOAF)
  await says(page, `The checkout for ${LOAF} is open in another window.`)
  assert.deepEqual(await violations(page, true), [])
  await fitsItsWidth(page)
  const over = checkout.waitForEvent('close')
  await fillCard(checkout, CARDS.good, EMAIL)
  await over
  await says(page, PAID)
})

for (const [where, viewport] of [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 780 }],
] as const)
  test(`in the block itself, on ${where}: closed, reopened with the same order, declined, paid`, async () => {
    const page = await visit({ frames: true, viewport })
    await page.evaluate(() => Object.assign(window, { stays: true }))
    const started: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/functions/v1/purchase')) started.push(request.postDataJSON())
    })
    page.on('popup', () => started.push('a window'))
    const pay = block(page, 'pay')
    const title = pay.getByRole('heading', { name: `Checkout: ${LOAF}` })
    const button = purchaseButton(page, LOAF)

    await button.click()
    await expect(title).toBeFocused()
    await expect(pay.getByText('Available Products')).toBeHidden()
    await expect(checkoutIn(page).getByRole('button', { name: 'Pay €10.00' })).toBeVisible()
    assert.deepEqual(await violations(page, true), [])
    await fitsItsWidth(page)
    // The frame is as high as its content: nothing is cut off or scrolls inside.
    const cut = (frame: FrameLocator) =>
      frame.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight)
    await expect.poll(() => cut(pay)).toBe(0)
    await expect.poll(() => cut(checkoutIn(page))).toBe(0)

    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await expect(title).toBeHidden()
    await button.press('Enter')
    await expect(title).toBeFocused()
    await fillCard(checkoutIn(page), CARDS.declined, EMAIL)
    await expect(checkoutIn(page).getByText('Your card was declined.').first()).toBeVisible()
    await pay.getByRole('button', { name: 'Close' }).click()
    await expect(button).toBeFocused()
    await expect(pay.getByText(/has not arrived|is open in another/)).toHaveCount(0)
    await says(page, CANCELED)

    await button.click()
    await expect(title).toBeFocused()
    await expect(pay.getByText(CANCELED)).toHaveCount(0)
    await fillCard(checkoutIn(page), CARDS.good, EMAIL)
    await says(page, PAID)
    await expect(title).toBeHidden()
    await expect(pay.getByText(PAID)).toBeInViewport()
    assert.equal(await page.evaluate(() => 'stays' in window), true, 'the page did not navigate')
    assert.equal(started.length, 1, JSON.stringify(started))
    assert.equal((started[0] as { ui: string }).ui, 'embedded')
    await waitForPurchaseEvent(page)

    // The order is complete: the next click starts a new one.
    await button.click()
    await expect(title).toBeFocused()
    await expect.poll(() => started.length).toBe(2)
  })

test('if the provider’s script fails to load, a window opens instead, and later purchases open one immediately', async () => {
  const page = await visit({ frames: true })
  await page.context().route('**/endive/stripe.js', (route) => route.abort())
  const checkout = await openCheckout(page, LOAF)
  await says(page, `The checkout for ${LOAF} is open in another window.`)
  await expect(block(page, 'pay').locator('iframe')).toHaveCount(0)
  const over = checkout.waitForEvent('close')
  await fillCard(checkout, CARDS.good, EMAIL)
  await over
  await says(page, PAID)
  await page.context().unroute('**/endive/stripe.js')
  await (await openCheckout(page, KIT)).close()
})
