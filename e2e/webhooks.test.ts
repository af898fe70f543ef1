// Webhooks in the Studio: endpoints, their log, and received Stripe events, with a receiver that checks
// signatures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_TYPES } from '#features/webhooks/contract.ts'
import { expect, launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { webhookReceiver } from '#testing/webhook-receiver.ts'
import { DEMO_CREATOR, fillInstance } from '../scripts/demo/fill.ts'
import { violations } from './accessibility.ts'
import { keysOf, signInCreator, studioContext } from './api.ts'
import { fitsItsWidth } from './sideways.ts'

const receiver = await webhookReceiver()
const instance = await testInstance({ OUTBOUND_ALLOW: receiver.url })
const keys = keysOf(instance)
await fillInstance(keys, 'http://shop.localhost:4999')
const mara = await signInCreator(keys, DEMO_CREATOR)
const browser = await launchBrowser()
const page = await (await studioContext(browser, instance.url, mara.session)).newPage()
const hook = `${receiver.url}/hooks`
const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

/** Checks that axe finds nothing and that nothing overflows horizontally. */
async function assertAccessible(sizes = [phone, desktop]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    assert.deepEqual(await violations(page), [])
    await fitsItsWidth(page)
  }
}

const rows = (name: string) => page.getByRole('list', { name }).getByRole('listitem')
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const question = (name: string) => page.getByRole('alertdialog', { name })
let secret = ''

test('[S2-186] the overview’s row names a test and a live endpoint and links to them', async () => {
  await page.goto(`${instance.url}/studio/connect`)
  const card = page.getByRole('listitem', { name: 'Webhooks' })
  await expect(card).toContainText('Test endpoint')
  await expect(card).toContainText('Live endpoint')
  await card.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Test endpoints' })).toContainText('No test endpoints yet')
  await expect(page.getByRole('region', { name: 'Live endpoints' })).toContainText('No live endpoints yet')
  await assertAccessible()
})

test('[S2-193] a test and a live endpoint are stored; an event arrives signed with the secret that was shown once', async () => {
  await page.getByRole('button', { name: 'Add test endpoint' }).click()
  const form = dialog('Add test endpoint')
  await form.getByLabel('Address').fill('hooks')
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(form.getByText('Enter an address like https://example.com/hooks')).toBeVisible()
  await form.getByLabel('Address').fill('http://10.1.2.3/hooks')
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(form.getByRole('alert')).toContainText('The address is not public')
  await assertAccessible([phone])
  await form.getByLabel('Address').fill(hook)
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  const shown = dialog('Signing secret')
  secret = await shown.getByLabel('Secret', { exact: true }).inputValue()
  assert.match(secret, /^whsec_/)
  await assertAccessible([desktop])
  await shown.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Add live endpoint' }).click()
  await dialog('Add live endpoint').getByLabel('Address').fill(`${receiver.url}/live`)
  for (const type of ['order.refunded', 'product.updated'])
    await dialog('Add live endpoint').getByRole('checkbox', { name: type }).uncheck()
  await dialog('Add live endpoint').getByRole('button', { name: 'Add endpoint' }).click()
  await dialog('Signing secret').getByRole('button', { name: 'Done' }).click()
  await expect(rows('Live endpoints')).toContainText(`${EVENT_TYPES.length - 2} events`)
  await expect(rows('Test endpoints')).toContainText('All events')
  await assertAccessible()

  // Change a product through the data API, as the Studio does.
  const tenant = await page.evaluate(() => localStorage.getItem('bb-tenant') ?? '')
  const { data } = await mara.client.from('items').select('id, tenant_id').order('created_at')
  const item = data!.find(({ tenant_id }) => !tenant.includes('-') || tenant.includes(tenant_id)) ?? data![0]!
  const changed = await mara.client
    .from('items')
    .update({ price_cents: 777 })
    .eq('id', item.id)
    .eq('tenant_id', item.tenant_id)
  assert.ifError(changed.error)
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  const [got] = receiver.received
  assert.equal(got!.path, '/hooks')
  receiver.verify(got!, secret)
  assert.deepEqual([got!.event.type, got!.event.data['price_cents']], ['product.updated', 777])
})

test('the log shows the responses; a delivery can be inspected and sent again', async () => {
  receiver.answer((_, response) => void response.writeHead(500).end('out of flour'))
  await rows('Test endpoints').getByRole('button', { name: 'Send test' }).click()
  const table = page.getByRole('table', { name: 'Deliveries' })
  const ping = table.getByRole('row', { name: /webhook\.ping/ })
  await expect(ping).toContainText('Failed')
  await expect(ping).toContainText('HTTP 500')
  await expect(table.getByRole('row', { name: /product\.updated/ })).toContainText('Delivered')
  await assertAccessible()
  await ping.getByRole('button', { name: 'webhook.ping' }).click()
  await expect(page).toHaveURL(/[?&]delivery=/)
  const details = dialog('webhook.ping')
  await expect(details).toBeVisible()
  await page.keyboard.press('j')
  await expect(dialog('product.updated')).toBeVisible()
  await page.keyboard.press('k')
  await expect(details.getByRole('button', { name: 'Copy webhook-id' })).toBeVisible()
  await expect(details.getByText('out of flour')).toBeVisible()
  await expect(details.getByText('Your webhook works.')).toBeVisible()
  await assertAccessible([phone])
  receiver.answer((_, response) => void response.end('thanks'))
  await details.getByRole('button', { name: 'Send again' }).click()
  await expect(details.getByText('thanks')).toBeVisible()
  await expect(details.getByText('Delivered')).toBeVisible()
  const pings = receiver.received.filter(({ event }) => event.type === 'webhook.ping')
  assert.equal(new Set(pings.map(({ headers }) => headers['webhook-id'])).size, 1)
  await details.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('radio', { name: 'Failed' }).check({ force: true })
  await expect(page.getByText('No matching deliveries')).toBeVisible()
  await page.reload()
  await expect(ping).toContainText('Delivered')
  await page.getByRole('button', { name: 'All endpoints' }).click()
})

test('an endpoint is turned off and on, gets a new secret, and is removed', async () => {
  const row = rows('Test endpoints')
  const more = row.getByRole('button', { name: /^More for/ })
  await more.click()
  await page.getByRole('menuitem', { name: 'Turn off' }).click()
  await expect(row).toContainText('Off')
  await expect(row.getByRole('button', { name: 'Send test' })).toBeDisabled()
  await more.click()
  await page.getByRole('menuitem', { name: 'Turn on' }).click()
  await expect(row.getByRole('button', { name: 'Send test' })).toBeEnabled()
  await more.click()
  await page.getByRole('menuitem', { name: 'New secret' }).click()
  await question('Create a new secret?').getByRole('button', { name: 'Create secret' }).click()
  const next = await dialog('Signing secret').getByLabel('Secret', { exact: true }).inputValue()
  assert.notEqual(next, secret)
  await dialog('Signing secret').getByRole('button', { name: 'Done' }).click()
  await expect(row).toContainText('signed with two secrets')
  await rows('Live endpoints')
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await question('Remove this endpoint?').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No live endpoints yet')).toBeVisible()
})

test('Stripe events of the account are listed beside the endpoints; a failed event shows the reason and is retried', async () => {
  await page.getByRole('navigation', { name: 'Webhooks' }).getByRole('link', { name: 'From Stripe' }).click()
  const table = page.getByRole('table', { name: 'Events from Stripe' })
  await expect(table.getByRole('row').nth(1)).toContainText('Done')
  await assertAccessible()
  const forged = { status: 500, json: { error: 'x', code: 'internal' } }
  await page.route('**/functions/v1/payment-events**', (route) => route.fulfill(forged))
  await page.reload()
  await expect(page.getByText('The events could not be loaded.')).toBeVisible()
  await page.unroute('**/functions/v1/payment-events**')
  await page.getByRole('button', { name: 'Try again' }).click()
  const row = table.getByRole('row').nth(1)
  await expect(
    row.getByRole('button', { name: /^Try again/ }),
    'only failed events have the button',
  ).toHaveCount(0)
  await row.getByRole('button').first().click()
  const panel = page.locator('[data-side-panel]')
  await expect(panel.getByRole('button', { name: 'Copy event ID' })).toBeVisible()
  await assertAccessible()
  await panel.getByRole('button', { name: 'Process again' }).click()
  await expect(page.getByText('Retrying the event')).toBeVisible()
  await expect(panel).toContainText('Done')
  // The opened event stays among the failed ones when it is not failed any more.
  await page.getByRole('radio', { name: 'Failed' }).check({ force: true })
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(panel).toContainText('Done')
  await page.getByRole('radio', { name: 'All' }).check({ force: true })
  await expect(table.getByRole('row').nth(2)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button').first()).toBeFocused()
})
