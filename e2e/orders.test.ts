// Orders from both sides: the seller finds, refunds and exports them in the Studio, the buyer sees them in
// the block.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { DEMO_CREATOR, fillInstance } from '../scripts/demo/fill.ts'
import { serveDemoSite } from '../scripts/demo/site.ts'
import { violations } from './accessibility.ts'
import { keysOf, signInCreator, studioContext } from './api.ts'
import { block, signUpVisitor } from './visitor.ts'
import { fitsItsWidth } from './sideways.ts'
import { rectsOf } from './rects.ts'
import { escape } from './windows.ts'

const LOAF = 'Rye & honey loaf'
const CLUB = 'Bread club'
const INES = 'ines@posteo.test'
const OLGA = 'olga@posteo.test'

let key = ''
const instance = await testInstance()
const tag = (name: string) =>
  `<script async src="${instance.url}/v1/bb.js" data-tenant="${key}" data-block="${name}"></script>`
const site = await serveDemoSite({
  port: 0,
  snippet: () => [tag('auth'), tag('pay')].join('\n'),
  scriptOrigin: instance.url,
})
after(() => site.stop())
const keys = keysOf(instance)
key = await fillInstance(keys, site.origin)
const mara = await signInCreator(keys, DEMO_CREATOR)
const [bakery] = (await mara.client.from('tenants').select('id').eq('public_key', key)).data as {
  id: string
}[]
const club = { name: CLUB, price_cents: 2400, currency: 'eur', interval: 'month', tenant_id: bakery!.id }
assert.ifError((await mara.client.from('items').insert(club)).error)
const items = (await mara.client.from('items').select('id, name').eq('tenant_id', bakery!.id)).data as {
  id: string
  name: string
}[]

/** Buys like the block and pays like the provider's page. */
async function buy(name: string, email: string, quantity = 1): Promise<void> {
  const response = await fetch(`${instance.url}/functions/v1/purchase`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({
      item_id: items.find((item) => item.name === name)!.id,
      page_url: site.origin,
      quantity,
    }),
  })
  const { url } = (await response.json()) as { url: string }
  const fields = { email, number: '4242424242424242', expiry: '12 / 34', cvc: '123', name: 'Bo Buyer' }
  const paid = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const back = await fetch(paid.headers.get('location')!, { redirect: 'manual' })
  assert.match(back.headers.get('location') ?? '', /#bb_order=/)
}
await buy(LOAF, INES, 2)
await buy(CLUB, OLGA)

const browser = await launchBrowser()
const context = await studioContext(browser, instance.url, mara.session)
context.setDefaultTimeout(PATIENCE)
const studio = await context.newPage()
const home = `${instance.url}/studio`
const orders = studio.getByRole('region', { name: 'Orders' })
const row = (text: string) => orders.getByRole('row').filter({ hasText: text })
const dialog = (name: string) => studio.getByRole('dialog', { name })

test('orders are found by product, buyer and status; the address contains the filter', async () => {
  await studio.goto(home)
  await expect(row(INES).filter({ hasText: '€20.00' })).toBeVisible()
  await expect(row(OLGA).filter({ hasText: '€24.00 / month' })).toBeVisible()
  await orders.getByRole('searchbox', { name: 'Search orders' }).fill('olga@')
  await expect(row(INES)).toHaveCount(0)
  await expect(row(OLGA)).toBeVisible()
  await expect(studio).toHaveURL(/q=olga/)
  await studio.reload()
  await expect(orders.getByRole('searchbox', { name: 'Search orders' })).toHaveValue('olga@')
  await expect(row(OLGA)).toBeVisible()
  await orders.getByRole('searchbox', { name: 'Search orders' }).fill('nobody')
  await expect(orders.getByText('No orders found')).toBeVisible()
  await orders.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(row(INES)).toBeVisible()
  await orders.getByRole('combobox', { name: 'Filter orders' }).selectOption('Recurring')
  await expect(row(INES)).toHaveCount(0)
  await expect(row(OLGA)).toBeVisible()
  await orders.getByRole('combobox', { name: 'Filter orders' }).selectOption('Paid')
  assert.deepEqual(await violations(studio), [])
})

test('an order opens over the list; the provider’s receipt opens in a new window', async () => {
  await row(INES).getByRole('button', { name: LOAF }).click()
  const order = dialog('Order')
  await expect(order.getByText('€20.00').first()).toBeVisible()
  await expect(order.getByText('Guest')).toBeVisible()
  await expect(order.getByText(/^pi_/)).toBeVisible()
  const timeline = order.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect(timeline.first()).toContainText('Checkout started')
  await expect(timeline.filter({ hasText: 'Paid' })).toContainText('€20.00')
  await expect(timeline.last()).toContainText('Confirmation emailed to the buyer')
  assert.deepEqual(await violations(studio), [])
  const opening = studio.waitForEvent('popup')
  await order.getByRole('button', { name: 'Receipt' }).click()
  const receipt = await opening
  await receipt.waitForURL((url) => url.origin === instance.sandboxUrl)
  await receipt.close()
  await studio.goBack()
  await expect(order).toHaveCount(0)
})

test('an order is refunded in part, then in full; an invalid amount shows an error and stays in the field', async () => {
  await row(INES).getByRole('button', { name: LOAF }).click()
  await dialog('Order').getByRole('button', { name: 'Refund' }).click()
  const refund = dialog('Refund order')
  const amount = refund.getByRole('textbox', { name: 'Amount' })
  await expect(amount).toHaveValue('20.00')
  assert.deepEqual(await violations(studio), [])
  await amount.fill('20.01')
  await expect(refund.getByText('At most €20.00 can be refunded')).toBeVisible()
  await amount.fill('4,00')
  await expect(refund.getByText('Invalid price format')).toBeVisible()
  await expect(refund.getByRole('button', { name: 'Refund' })).toBeDisabled()
  await amount.fill('4')
  await expect(refund.getByText('The buyer keeps what they bought.')).toBeVisible()

  const idempotencyKeys: (string | undefined)[] = []
  await studio.route('**/refund', (route) => {
    idempotencyKeys.push(route.request().headers()['idempotency-key'])
    return idempotencyKeys.length === 1
      ? route.fulfill({ status: 503, json: { error: 'The refund cannot be made right now.', code: 'away' } })
      : route.continue()
  })
  await refund.getByRole('button', { name: 'Refund €4.00' }).click()
  await expect(refund.getByText('The refund cannot be made right now.')).toBeVisible()
  await expect(amount).toHaveValue('4')
  await refund.getByRole('button', { name: 'Refund €4.00' }).click()
  await expect(refund).toHaveCount(0)
  assert.ok(idempotencyKeys[0])
  assert.equal(idempotencyKeys[0], idempotencyKeys[1], '[H12] a second click repeats the same refund')
  await studio.unroute('**/refund')
  await expect(dialog('Order').getByText('Partly refunded')).toBeVisible()
  const timeline = dialog('Order').getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Refund: refunded' })).toContainText('€4.00')

  await dialog('Order').getByRole('button', { name: 'Refund' }).click()
  await expect(refund.getByRole('textbox', { name: 'Amount' })).toHaveValue('16.00')
  await expect(refund.getByText('The buyer immediately loses access to what they bought.')).toBeVisible()
  await refund.getByRole('button', { name: 'Refund €16.00' }).click()
  await expect(dialog('Order').getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await escape(dialog('Order'))
  await expect(row(INES).getByText('Refunded', { exact: true })).toBeVisible()
})

test('a subscription is canceled at the end of the paid period, and resumed', async () => {
  await row(OLGA).getByRole('button', { name: CLUB }).click()
  const order = dialog('Order')
  await expect(order.getByText(/^Renews on /)).toBeVisible()
  await order.getByRole('button', { name: 'Cancel subscription' }).click()
  const question = studio.getByRole('alertdialog', { name: 'Cancel subscription' })
  assert.deepEqual(await violations(studio), [])
  await question.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(order.getByText(/^Ends on /)).toBeVisible()
  await order.getByRole('button', { name: 'Resume' }).click()
  await expect(order.getByText(/^Renews on /)).toBeVisible()
  await escape(order)
})

test('the listed orders are exported as a file', async () => {
  await orders.getByRole('combobox', { name: 'Filter orders' }).selectOption('Recurring')
  await expect(row(INES)).toHaveCount(0)
  const saving = studio.waitForEvent('download')
  await orders.getByRole('button', { name: 'Export CSV' }).click()
  const file = await saving
  assert.match(file.suggestedFilename(), /^orders-test-\d{4}-\d\d-\d\d\.csv$/)
  const text = readFileSync(await file.path(), 'utf8')
  assert.ok(text.startsWith('\uFEFF'))
  assert.match(text, /olga@posteo\.test/)
  assert.doesNotMatch(text, /ines@posteo\.test/)
})

test('on a phone the list and an order fit', async () => {
  await studio.setViewportSize({ width: 390, height: 780 })
  await studio.goto(home)
  await row(OLGA).getByRole('button', { name: CLUB }).click()
  await expect(dialog('Order').getByText(/^Renews on /)).toBeVisible()
  await fitsItsWidth(studio)
  assert.deepEqual(await violations(studio), [])
  // The close button has the focus while the dialog, opened by its address, still slides in.
  await studio.emulateMedia({ reducedMotion: 'no-preference' })
  await studio.reload()
  await dialog('Order').getByRole('button', { name: 'Close' }).focus()
  await expect(dialog('Order').getByText(/^Renews on /)).toBeVisible()
  // The tooltip appears when the animation has ended.
  const tooltip = studio.getByRole('tooltip').filter({ visible: true })
  const [tooltipRect, closeRect] = await rectsOf([
    tooltip,
    dialog('Order').getByRole('button', { name: 'Close' }),
  ])
  const gap = tooltipRect!.y - closeRect!.bottom
  assert.ok(gap >= 0 && gap < 12, `the close button’s tooltip is ${gap} px below it`)
  await studio.emulateMedia({ reducedMotion: 'reduce' })
})

test('a buyer who signs in with the email address of a guest purchase sees it in the block, with its receipt and end date', async () => {
  const visitors = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  visitors.setDefaultTimeout(PATIENCE)
  after(() => visitors.close())
  const page = await strictPage(visitors)
  await page.goto(site.origin)
  const pay = block(page, 'pay')
  await expect(pay.getByText('Available Products')).toBeVisible()
  await expect(pay.getByText('Your purchases')).toHaveCount(0)
  await signUpVisitor(page, instance, site.origin, OLGA, 'crusty loaf on saturday')
  await expect(pay.getByRole('heading', { name: 'Your purchases' })).toBeVisible()
  await expect(pay.getByText(/Renews on /)).toBeVisible()
  assert.deepEqual(await violations(page, true), [])

  const opening = page.waitForEvent('popup')
  await pay.getByRole('button', { name: `Receipt: ${CLUB}` }).click()
  const receipt = await opening
  await receipt.waitForURL((url) => url.origin === instance.sandboxUrl)
  await receipt.close()

  const portalPopup = page.waitForEvent('popup')
  await pay.getByRole('button', { name: `Manage: ${CLUB}` }).click()
  const portal = await portalPopup
  await portal.waitForURL((url) => url.origin === instance.sandboxUrl)
  await portal
    .getByText(/Cancel/)
    .first()
    .click()
  await portal.getByRole('button', { name: /Cancel/ }).click()
  await portal
    .getByRole('link', { name: /Return|Back/ })
    .first()
    .click()
  await expect.poll(() => portal.isClosed()).toBe(true)
  await expect(pay.getByText(/Ends on /)).toBeVisible()
})

test('[S3-048] a renewal a month later is shown at the first payment and in the list', async () => {
  await studio.goto(home)
  await row(OLGA).getByRole('button', { name: CLUB }).click()
  const order = dialog('Order')
  await order.getByRole('button', { name: 'Resume' }).click()
  await expect(order.getByRole('button', { name: 'Cancel subscription' })).toBeVisible()
  const clockResponse = await fetch(`${instance.sandboxUrl}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: 32 * 24 * 60 * 60 }),
  })
  assert.equal(clockResponse.status, 200)
  const later = order.getByRole('listitem').filter({ hasText: 'Renewal paid' })
  await expect(later).toContainText('€24.00')
  await later.getByRole('button').click()
  await expect(order.getByText('the first payment')).toBeVisible()
  await escape(order)
  await expect(row(OLGA)).toHaveCount(2)
})
