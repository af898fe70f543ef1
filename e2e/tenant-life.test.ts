// A tenant from creation to deletion in the Studio: each action once, and the Studio's own polling.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { keysOf, makeCreator, makeTenant, operatorOf, studioContext } from './api.ts'
import { violations } from './accessibility.ts'
import { stopClock } from './clock.ts'
import { PASSWORD, addProduct, card, createTenant } from './creator.ts'
import { escape } from './windows.ts'

const instance = await sharedInstance()
const keys = keysOf(instance)
const operator = operatorOf(keys)
const mara = await makeCreator(keys, { email: 'mara@tenant-life.test', password: PASSWORD })
const browser = await launchBrowser()
const home = `${instance.url}/studio`
const newPage = async () => (await studioContext(browser, instance.url, mara.session)).newPage()
const page = await newPage()
const toast = (text: string, on: Page = page) => on.locator('.bb-toast', { hasText: text }).first()
const products = (on: Page = page) => on.getByRole('table', { name: 'Products' })

test('[S7-016] [S7-035] tenants and products are listed, created, changed and deleted in the Studio', async () => {
  await page.goto(home)
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (
      /\/(rpc\/create_tenant_autoprovision|rest\/v1\/tenants)$/.test(pathname) &&
      request.method() !== 'OPTIONS'
    )
      requests.push(`${request.method()} ${pathname.split('/').at(-1)}`)
  })
  await createTenant(page, 'Hearth & Rye')
  const createIndex = requests.indexOf('POST create_tenant_autoprovision')
  assert.notEqual(createIndex, -1)
  assert.ok(requests.slice(createIndex).includes('GET tenants'), 'the list is fetched again')

  await card(page, 'Hearth & Rye').getByRole('button', { name: 'Tenant Settings' }).click()
  await page.getByLabel('Tenant Name').fill('Hearth & Oat')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast('Tenant updated successfully!')).toBeVisible()
  await escape(page.getByRole('dialog', { name: 'Tenant Settings' }))
  await expect(card(page, 'Hearth & Oat')).toBeVisible()

  await addProduct(page, 'Hearth & Oat', { name: 'Oat loaf', price: '8.50' })
  await card(page, 'Hearth & Oat').getByRole('button', { name: 'Tenant Settings' }).click()
  await page.getByRole('tab', { name: 'Products' }).click()
  await expect(products()).toContainText('Sample product')
  const loaf = products().getByRole('row').filter({ hasText: 'Oat loaf' })
  await loaf.getByRole('button', { name: /Edit/ }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Product' })
  await edit.getByRole('textbox', { name: 'Name' }).fill('Oat bread')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(toast('Product updated successfully!')).toBeVisible()
  const bread = products().getByRole('row').filter({ hasText: 'Oat bread' })
  page.once('dialog', (question) => void question.accept())
  await bread.getByRole('button', { name: /Delete/ }).click()
  await expect(toast('Product deleted successfully!')).toBeVisible()
  await expect(products()).not.toContainText('Oat bread')

  await page.getByRole('tab', { name: 'General' }).click()
  await page.getByRole('button', { name: 'Delete tenant' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Delete Hearth & Oat?' })
  await confirmation.getByLabel('Type Hearth & Oat to confirm').fill('Hearth & Oat')
  await confirmation.getByRole('button', { name: 'Delete tenant' }).click()
  await expect(page.getByRole('heading', { name: "Let's Get Started" })).toBeVisible()
  assert.equal((await mara.client.from('tenants').select('id')).data?.length, 0)
})

test('[S8-011] a product of a tenant that was deleted meanwhile: No tenant selected, and the input stays', async () => {
  const tenant = await makeTenant(mara, 'Corner Mill')
  await page.goto(`${home}?dialog=settings&tenant=${tenant.id}&tab=products&product=new`)
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Oat loaf')
  await dialog.getByRole('textbox', { name: 'Price' }).fill('8.50')
  assert.ifError((await operator.from('tenants').delete().eq('id', tenant.id)).error)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast('No tenant selected')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Oat loaf')
})

test('[S7-003] [S7-004] the access is read on load and every 60 seconds; if that fails, there is no day pass', async () => {
  const tenant = await makeTenant(mara, 'Stillwater Yoga')
  const { error } = await operator
    .from('tenants')
    .update({
      subscription_tier: 'day_pass',
      subscription_status: 'active',
      access_expires_at: new Date(Date.now() + 5 * 3_600_000).toISOString(),
    })
    .eq('id', tenant.id)
  assert.ifError(error)
  const own = await newPage()
  let requestCount = 0
  own.on('request', (request) => {
    if (request.url().endsWith('/functions/v1/access') && request.method() === 'GET') requestCount++
  })
  await own.clock.install()
  await own.goto(home)
  const banner = own.getByText('Continue using your Day Pass')
  await expect(banner).toBeVisible()
  await stopClock(own)
  const initialCount = requestCount
  assert.ok(initialCount >= 1)
  // The page's minute started during its slow load, so count it from the next request.
  const next = own.waitForResponse((response) => response.url().endsWith('/functions/v1/access'))
  const hasRequestedAgain = () => requestCount > initialCount
  for (let step = 0; step < 130 && !hasRequestedAgain(); step++) await own.clock.runFor(500)
  await next
  // The next minute starts when the page has taken the response: certainly before a later request has its own.
  await own.evaluate(async () => (await fetch(location.href)).text())
  assert.equal(requestCount, initialCount + 1)
  await own.clock.runFor(57_000)
  assert.equal(requestCount, initialCount + 1, 'no earlier request')
  const answered = own.waitForResponse((response) => response.url().endsWith('/functions/v1/access'))
  await own.clock.runFor(3_500)
  await answered
  assert.equal(requestCount, initialCount + 2)
  await own.clock.resume()
  await own.route('**/functions/v1/access', (route) =>
    route.fulfill({ status: 500, json: { error: 'away' } }),
  )
  const failed = own.waitForResponse((response) => response.status() === 500)
  await own.goto(home)
  await failed
  await expect(card(own, 'Stillwater Yoga')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await own.goto(`${instance.url}/bolt/studio`)
  await expect(own.getByText('Your plan could not be checked.')).toBeVisible()
  await own.context().close()
})

test('[peers D1] [peers D8] [peers D9] a template leads to a table, its form and its list in three clicks, its fields change, and a stranger reads what the creator chose', async () => {
  const nils = await makeCreator(keys, { email: 'nils@tenant-life.test', password: PASSWORD })
  const { id } = await makeTenant(nils, 'Corner Mill')
  const page = await (await studioContext(browser, instance.url, nils.session)).newPage()
  await page.goto(`${instance.url}/bolt/tables?tenant=${id}`)
  await page.getByRole('button', { name: 'Guestbook', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New table' })
  await expect(dialog.getByRole('radio', { name: 'Guestbook' })).toBeChecked()
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Create table' }).click()
  await expect(page.getByRole('heading', { name: 'Guestbook', level: 1 })).toBeVisible()
  // Three clicks lead from the template to its tag.
  await page
    .getByRole('figure', { name: 'Form: Sign our guestbook' })
    .getByRole('button', { name: 'Copy' })
    .click()
  assert.match(
    await page.evaluate(() => navigator.clipboard.readText()),
    /^<script async src="[^"]+" data-tenant="pk_\w+" data-block="form" data-form="[\w-]{36}"/,
  )
  await expect(page.getByRole('figure', { name: 'List: Guestbook' })).toContainText('data-view="')
  assert.deepEqual(await violations(page), [])

  await page.getByRole('navigation', { name: 'Guestbook' }).getByRole('link', { name: 'Rows' }).click()
  await expect(page.getByText('Thank you for the lovely birthday cake!')).toBeVisible()
  await page.getByRole('button', { name: 'Open row 1, waiting for approval' }).click()
  const opened = page.getByRole('dialog', { name: 'Aylin' })
  await opened.getByRole('button', { name: 'Approve' }).click()
  await expect(opened.getByRole('button', { name: 'Withdraw approval' })).toBeVisible()
  await opened.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Fields (3)' }).click()
  const panel = page.getByRole('dialog', { name: 'Fields' })
  await panel.getByRole('button', { name: /^Message/ }).click()
  const field = page.getByRole('dialog', { name: 'Message' })
  await field.getByLabel('Kind', { exact: true }).selectOption('number')
  await expect(field.getByText('All 3 values would be lost')).toBeVisible()
  await field.getByRole('button', { name: 'Undo' }).click()
  await expect(field.getByLabel('Kind', { exact: true })).toHaveValue('long_text')
  await field.getByLabel('Title').fill('Note')
  assert.deepEqual(await violations(page), [])
  await page.getByRole('dialog', { name: 'Note' }).getByRole('button', { name: 'Save fields' }).click()
  await expect(toast('Fields saved', page)).toBeVisible()
  await page.getByRole('dialog', { name: 'Note' }).getByRole('button', { name: 'Close' }).click()

  await page.getByRole('link', { name: 'Access' }).click()
  await expect(page.getByText('The author can change and delete their own rows.')).toBeVisible()
  await page.getByRole('button', { name: 'Ask as a stranger' }).click()
  await expect(page.getByText('A stranger reads 1 row.')).toBeVisible()
  await page.getByLabel('See rows').selectOption('Signed-in members')
  await expect(page.getByText('Signed-in members can see the rows.')).toBeVisible()
  await page.getByRole('button', { name: 'Ask as a stranger' }).click()
  await expect(page.getByText('A stranger gets no row and no count.')).toBeVisible()
  assert.deepEqual(await violations(page), [])

  await page.getByRole('main').getByRole('link', { name: 'Tables' }).click()
  await expect(page.getByText('1 of 1 table on Free')).toBeVisible()
  await page.getByRole('button', { name: 'New table' }).click()
  await expect(page.getByRole('dialog')).toContainText('Free includes one table')
  await escape(page.getByRole('dialog'))
  await page.getByRole('button', { name: 'More for Guestbook' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click()
  await page.getByRole('button', { name: 'Restore Guestbook' }).click()
  await expect(page.getByRole('table', { name: 'Tables' })).toContainText('guestbook')
})
