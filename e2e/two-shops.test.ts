// Two tenants sell on one third-party page: concurrent purchases from both do not interfere, and each is paid
// to its own account.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { connectPayments, must } from '../scripts/demo/fill.ts'
import { keysOf, makeCreator, makeTenant, operatorOf } from './api.ts'
import { CARDS, fillCard } from './visitor.ts'

const instance = await sharedInstance()
const keys = keysOf(instance)

interface Shop {
  id: string
  public_key: string
  product: string
  price_cents: number
}

async function makeShop(name: string, product: string, price_cents: number): Promise<Shop> {
  const email = `${name.toLowerCase()}@shops.test`
  const creator = await makeCreator(keys, { email, password: 'slow bread before dawn' })
  const tenant = await makeTenant(creator, name)
  await connectPayments(creator.client, tenant.id, 'test')
  await must(
    creator.client.from('items').update({ name: product, price_cents }).eq('tenant_id', tenant.id).select(),
  )
  return { ...tenant, product, price_cents }
}

const shops = [
  await makeShop('Mill', 'Rye flour', 1000),
  await makeShop('Dairy', 'Salted butter', 450),
] as const

const server = createServer((_, response) => {
  const blocks = shops.map(
    ({ public_key }) => `<bb-block block="pay" data-tenant="${public_key}"></bb-block>`,
  )
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><title>Market</title><body><h1>Market</h1>${blocks.join('')}` +
        `<script async src="${instance.url}/v1/bb.js" data-tenant="${shops[0].public_key}"></script></body></html>`,
    )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => {
  server.closeAllConnections()
  server.close()
})
const site = `http://market.localhost:${(server.address() as AddressInfo).port}`
const operator = operatorOf(keys)
for (const { id } of shops)
  await must(
    operator
      .from('tenants')
      .update({ allowed_origins: [site] })
      .eq('id', id)
      .select(),
  )
const browser = await launchBrowser()

interface PurchaseReport {
  tenant: string | undefined
  detail: unknown
}

/** Opens the market's page as a new visitor and records which block reported which purchase. */
async function visit(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 1600 } })
  context.setDefaultTimeout(PATIENCE)
  after(() => context.close())
  await context.addInitScript(() => {
    const reports: PurchaseReport[] = []
    Object.assign(window, { reports })
    document.addEventListener('bb:purchase', (event) =>
      reports.push({
        tenant: (event.target as HTMLElement).dataset['tenant'],
        detail: (event as CustomEvent<unknown>).detail,
      }),
    )
  })
  const page = await strictPage(context)
  await page.goto(site)
  return page
}

const reportsOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { reports: PurchaseReport[] }).reports)
const payOf = (page: Page, { public_key }: Shop): FrameLocator =>
  page.frameLocator(`iframe[src*="/embed/pay"][src*="${public_key}"]`)
const checkoutOf = (page: Page, shop: Shop): FrameLocator =>
  payOf(page, shop).frameLocator('iframe[src*="/embed/checkout-frame"]').frameLocator('iframe')
const buttonOf = (page: Page, shop: Shop) =>
  payOf(page, shop).getByRole('button', { name: `Purchase Now: ${shop.product}` })
const paid = ({ product }: Shop) => `Payment successful. Thank you for your purchase of ${product}.`
const EMAIL = 'ines@posteo.test'

interface Sold {
  name: string
  amount_total: number
  status: string
  stripe_account_id: string
}

async function ordersOf({ id }: Shop): Promise<Sold[]> {
  const columns = 'name, amount_total, status, stripe_account_id'
  const found = await must(operator.from('orders').select(columns).eq('tenant_id', id))
  return found as Sold[]
}

test('two tenants’ checkouts are open at the same time, and each is paid in its own block, to its own account', async () => {
  const page = await visit()
  for (const shop of shops) await expect(buttonOf(page, shop)).toBeVisible()
  // Start both together: neither click waits for the other's checkout.
  await Promise.all(shops.map((shop) => buttonOf(page, shop).click()))
  for (const shop of shops)
    await expect(
      checkoutOf(page, shop).getByRole('button', { name: `Pay €${(shop.price_cents / 100).toFixed(2)}` }),
    ).toBeVisible()

  const [mill, dairy] = shops
  // The checkout started last is paid first, and the other does not change.
  await fillCard(checkoutOf(page, dairy), CARDS.good, EMAIL)
  await expect(payOf(page, dairy).getByText(paid(dairy))).toBeVisible()
  await expect(payOf(page, mill).getByRole('heading', { name: `Checkout: ${mill.product}` })).toBeVisible()
  await expect(payOf(page, mill).getByText(/Thank you/)).toHaveCount(0)
  await fillCard(checkoutOf(page, mill), CARDS.good, EMAIL)
  await expect(payOf(page, mill).getByText(paid(mill))).toBeVisible()

  const bought = ({ public_key, product, price_cents }: Shop): PurchaseReport => ({
    tenant: public_key,
    detail: { block: 'pay', item: product, amount: price_cents, currency: 'eur' },
  })
  // The frame shows the purchase and reports it to the page, in no guaranteed order.
  await expect.poll(() => reportsOn(page)).toEqual([bought(dairy), bought(mill)])
  const orders = (await Promise.all(shops.map(ordersOf))).map((own) =>
    own.map(({ name, amount_total, status }) => [name, amount_total, status]),
  )
  assert.deepEqual(
    orders,
    shops.map(({ product, price_cents }) => [[product, price_cents, 'paid']]),
  )
  const accounts = (await Promise.all(shops.map(ordersOf))).map(
    ([order]) => order?.stripe_account_id as string,
  )
  assert.notEqual(accounts[0], accounts[1])
})

test('declining a card in one tenant’s checkout, or closing it, does not affect the other’s', async () => {
  const page = await visit()
  const [mill, dairy] = shops
  await buttonOf(page, mill).click()
  await fillCard(checkoutOf(page, mill), CARDS.declined, EMAIL)
  await expect(checkoutOf(page, mill).getByText('Your card was declined.').first()).toBeVisible()
  await buttonOf(page, dairy).click()
  await fillCard(checkoutOf(page, dairy), CARDS.good, EMAIL)
  await expect(payOf(page, dairy).getByText(paid(dairy))).toBeVisible()
  await payOf(page, mill).getByRole('button', { name: 'Close' }).click()
  await expect(buttonOf(page, mill)).toBeFocused()
  await expect(payOf(page, dairy).getByText(paid(dairy))).toBeVisible()
  await expect
    .poll(async () => (await reportsOn(page)).map(({ tenant }) => tenant))
    .toEqual([dairy.public_key])
})
