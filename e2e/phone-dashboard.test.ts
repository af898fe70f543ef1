// The dashboard on a phone: short enough to reach everything with a few swipes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomUUID } from 'node:crypto'
import { expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { keysOf, makeCreator, makeTenant, operatorOf, studioContext } from './api.ts'
import { PASSWORD } from './creator.ts'
import { fitsItsWidth } from './sideways.ts'

const instance = await sharedInstance()
const keys = keysOf(instance)
const mara = await makeCreator(keys, { email: 'mara@phone-dashboard.test', password: PASSWORD })
const bakery = await makeTenant(mara, 'Hearth & Rye')
const orders = Array.from({ length: 10 }, (_, n) => ({
  tenant_id: bakery.id,
  mode: 'test',
  status: 'paid',
  seller: 'pay',
  source_id: randomUUID(),
  name: 'Sourdough & Saturday baking class',
  amount_total: 1250 + n,
  currency: 'eur',
  email: `a-rather-long-address-${n}@example.test`,
  stripe_account_id: 'acct_1',
  state_hash: `\\x0${n}01`,
  receipt_hash: `\\x0${n}02`,
  paid_at: new Date(Date.now() - n * 86_400_000).toISOString(),
}))
assert.ifError((await operatorOf(keys).from('orders').insert(orders)).error)
const browser = await launchBrowser()

test('with ten orders it is at most 1,900 pixels tall, and a row has two lines of at most 64', async () => {
  const context = await studioContext(browser, instance.url, mara.session)
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${instance.url}/studio`)
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
  await expect(rows).toHaveCount(10)
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toHaveAttribute(
    'placeholder',
    'Search',
  )
  await expect(page.getByText('€125.45', { exact: true }).last()).toBeVisible()
  for (const row of await rows.all()) assert.ok((await row.boundingBox())!.height <= 64)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  assert.ok(height <= 1900, `${height} px`)
  await fitsItsWidth(page)
})
