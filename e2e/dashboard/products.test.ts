// The products of a tenant: the table, the form with its preview, and every refusal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { expect } from '#testing/browser.ts'
import { violations } from '../accessibility.ts'
import { closeToasts } from '../toasts.ts'
import { escape } from '../windows.ts'
import { openDashboard, refusing, says, toasts } from './dashboard.ts'

const { answering, bakery, bare, dialog, keys, mara, page, products, url } = await openDashboard()
const row = (name: string) =>
  page.getByRole('table', { name: 'Products' }).getByRole('row').filter({ hasText: name })
const price = (of: Locator) => of.getByRole('textbox', { name: 'Price' })
const save = (of: Locator) => of.getByRole('button', { name: 'Save' })
const preview = (of: Locator) => of.getByRole('region', { name: 'Preview' })

test('[S1-018] [S2-145] [S2-147] Products: the tenant’s own, in a table', async () => {
  await page.goto(products('', bare.id))
  await expect(row('Sample product')).toBeVisible()
  await expect(row('Rye starter kit')).toHaveCount(0)
  await page.goto(products())
  const table = page.getByRole('table', { name: 'Products' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Name',
    'Price',
    'Currency',
    'Status',
    'Created',
    'Actions',
  ])
  await expect(row('Rye starter kit').getByRole('cell').nth(1)).toHaveText('€18.50')
  await expect(row('Rye starter kit').getByRole('cell').nth(2)).toHaveText('EUR')
  await expect(row('Rye starter kit').getByRole('cell').last().getByRole('button')).toHaveCount(2)
  await expect(row('Rye starter kit').getByRole('button', { name: 'Edit Rye starter kit' })).toBeVisible()
  await expect(row('Rye starter kit').getByRole('button', { name: 'Delete Rye starter kit' })).toBeVisible()
  await expect(row('Sample product')).toHaveCount(0)
})

test('[S2-146] [S4-032] [S8-009] the Status switch takes effect immediately, and reverts when it is refused', async () => {
  const toggle = row('Rye starter kit').getByRole('switch')
  await expect(toggle).toBeChecked()
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await row('Rye starter kit').locator('label').click()
  assert.deepEqual((await sent).postDataJSON(), { active: false })
  await expect(toggle).not.toBeChecked()
  const active = async () =>
    (await mara.client.from('items').select('active').eq('name', 'Rye starter kit').single()).data
      ?.active as boolean
  await expect.poll(active).toBe(false)
  for (const [json, reason] of [
    [{ error: 'not for sale' }, 'not for sale'],
    [{}, 'Failed to update product'],
  ] as const)
    await answering('**/functions/v1/item-operations/*', 'PUT', refusing(400, json), async () => {
      await row('Rye starter kit').locator('label').click()
      await says(page, 'Error', reason)
      await expect(toggle).not.toBeChecked()
    })
  await row('Rye starter kit').locator('label').click()
  await expect.poll(active).toBe(true)
})

test('[S5-019] [S5-020] [S5-021] [S5-022] [S5-023] the price: a required text, validated while typing', async () => {
  await page.getByRole('button', { name: 'Add Product' }).click()
  const add = dialog('Add Product')
  assert.deepEqual(await violations(page), [])
  await expect(price(add)).toHaveAttribute('placeholder', '10.00')
  await expect(price(add)).toHaveAttribute('type', 'text')
  await expect(price(add)).toHaveAttribute('required')
  await add.getByRole('textbox', { name: 'Name' }).fill('Seeded loaf')
  await save(add).click()
  await expect(add.getByText('Please enter a valid price')).toBeVisible()
  await price(add).fill('twelve')
  await expect(add.getByText('Invalid price format')).toBeVisible()
  await expect(save(add)).toBeDisabled()
  await price(add).press('Enter')
  await expect(add.getByText('Please enter a valid price')).toBeVisible()
  await price(add).fill('12.50')
  await expect(add.getByText('Please enter a valid price')).toBeHidden()
  await expect(save(add)).toBeEnabled()
})

test('[S2-149] [S2-150] [S5-024] [S5-036] the preview follows the input; an inactive product is Unavailable and dimmed', async () => {
  const add = dialog('Add Product')
  await expect(preview(add).getByRole('heading', { name: 'Seeded loaf' })).toBeVisible()
  await expect(preview(add)).toContainText('€12.50')
  const currency = add.getByRole('combobox', { name: 'Currency' })
  const choices = await currency.locator('option').allTextContents()
  assert.deepEqual(choices.slice(0, 3), ['EUR (€)', 'USD ($)', 'GBP (£)'])
  assert.ok(choices.includes('CHF – Swiss Franc'))
  await currency.selectOption('JPY – Japanese Yen')
  await price(add).fill('1,500')
  await expect(preview(add)).toContainText('JPY 1,500')
  await price(add).fill('12.50')
  await currency.selectOption('GBP (£)')
  await expect(preview(add)).toContainText('£12.50')
  await price(add).fill('1.2.3')
  await expect(preview(add)).toContainText('€0.00')
  await price(add).fill('12.50')
  const shown = preview(add).getByRole('heading', { name: 'Seeded loaf' })
  const usual = await shown.evaluate((element) => getComputedStyle(element).color)
  await expect(preview(add).getByText('Unavailable')).toHaveCount(0)
  await add.locator('label', { has: page.getByRole('switch') }).click()
  await expect(preview(add).getByText('Unavailable')).toBeVisible()
  await expect(shown).not.toHaveCSS('color', usual)
  assert.deepEqual(await violations(page), [])
  await add.locator('label', { has: page.getByRole('switch') }).click()
})

test('[S5-026] [S5-027] [S5-028] [S5-029] [S5-030] [S5-032] [S9-035] [S9-036] the name: required, counted, at most 60 characters; the description at most 500', async () => {
  const add = dialog('Add Product')
  const name = add.getByRole('textbox', { name: 'Name' })
  const sent: string[] = []
  const watch = (request: { method(): string; url(): string }) =>
    request.method() === 'POST' && sent.push(request.url())
  page.on('request', watch)
  for (const empty of ['', '    ']) {
    await name.fill(empty)
    await expect(save(add)).toBeDisabled()
    await price(add).press('Enter')
    await name.press('Enter')
  }
  await expect(add).toBeVisible()
  page.off('request', watch)
  assert.deepEqual(sent, [])
  await expect(add.getByText('4/60 characters')).toBeVisible()
  await name.fill('')
  await name.pressSequentially('x'.repeat(61))
  await expect(name).toHaveValue('x'.repeat(60))
  await expect(add.getByText('60/60 characters')).toBeVisible()
  const description = add.getByRole('textbox', { name: 'Description' })
  await description.fill('y'.repeat(499))
  await description.press('End')
  await description.pressSequentially('yy')
  await expect(description).toHaveValue('y'.repeat(500))
  const address = `${url}/functions/v1/tenant-items/${bakery.id}/items`
  const headers = {
    apikey: keys.anonKey,
    authorization: `Bearer ${mara.session.access_token}`,
    'content-type': 'application/json',
  }
  for (const over of [
    { name: 'x'.repeat(61) },
    { name: 'Loaf', description: 'y'.repeat(501) },
    { name: '  ' },
  ]) {
    const response = await fetch(address, {
      method: 'POST',
      headers,
      body: JSON.stringify({ price_cents: 100, ...over }),
    })
    assert.equal(response.status, 400, JSON.stringify(over))
  }
  await description.fill('')
  await name.fill('Seeded loaf')
})

test('[S5-031] [S5-035] [S8-008] [S7-073] [S8-087] [S8-088] a new product: refused with the server’s message, then a default one, then created at the top', async () => {
  const add = dialog('Add Product')
  await closeToasts(page)
  const create = '**/functions/v1/tenant-items/*/items'
  for (const [response, expected] of [
    [{ error: 'The shelf is full', code: 'full' }, 'The shelf is full'],
    [{}, 'Failed to create product'],
  ] as const) {
    await answering(create, 'POST', refusing(500, response), async () => {
      await save(add).click()
      await says(page, 'Error', expected)
    })
    await expect(toasts(page)).toHaveCount(1)
    await closeToasts(page)
  }
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/tenant-items/'),
  )
  await save(add).click()
  const body = { name: 'Seeded loaf', price_cents: 1250, currency: 'gbp', active: true }
  assert.deepEqual((await sent).postDataJSON(), body)
  await says(page, 'Product created successfully!')
  const rows = page.getByRole('table', { name: 'Products' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Seeded loaf')
})

test('[S4-033] [S5-033] [S5-034] [S8-089] editing: the form also sets active, and trims or removes the description', async () => {
  const edit = dialog('Edit Product')
  const put = () => page.waitForRequest((request) => request.method() === 'PUT')
  await row('Seeded loaf').getByRole('button', { name: 'Seeded loaf', exact: true }).click()
  await expect(preview(edit).getByRole('heading', { name: 'Seeded loaf' })).toBeVisible()
  await expect(edit.getByRole('button', { name: 'Copy product ID' })).toBeVisible()
  await edit.getByRole('textbox', { name: 'Description' }).fill('  Four seeds.  ')
  await edit.locator('label', { has: page.getByRole('switch') }).click()
  let sent = put()
  await save(edit).click()
  const first = (await sent).postDataJSON() as { description: string; active: boolean }
  assert.deepEqual([first.description, first.active], ['Four seeds.', false])
  await says(page, 'Product updated successfully!')
  await expect(row('Seeded loaf').getByRole('switch')).not.toBeChecked()
  await row('Seeded loaf').getByRole('button', { name: 'Edit Seeded loaf' }).click()
  await edit.getByRole('textbox', { name: 'Description' }).fill('   ')
  sent = put()
  await answering('**/functions/v1/item-operations/*', 'PUT', refusing(500, {}), async () => {
    await save(edit).click()
    await says(page, 'Error', 'Failed to update product')
  })
  assert.equal(((await sent).postDataJSON() as { description: null }).description, null)
  await escape(edit)
})

test('[S2-151] [S2-152] [S2-148] [S8-010] [S8-090] deleting asks first; an empty list says how to start', async () => {
  await page.goto(products('', bare.id))
  const remove = row('Sample product').getByRole('button', { name: 'Delete Sample product' })
  const confirmations: string[] = []
  page.once('dialog', (confirm) => {
    confirmations.push(`${confirm.type()}: ${confirm.message()}`)
    void confirm.dismiss()
  })
  const deletes: string[] = []
  const watch = (request: { method(): string; url(): string }) =>
    request.method() === 'DELETE' && deletes.push(request.url())
  page.on('request', watch)
  await remove.click()
  assert.deepEqual(confirmations, ['confirm: Are you sure you want to delete "Sample product"?'])
  await expect(row('Sample product')).toBeVisible()
  assert.deepEqual(deletes, [])
  page.off('request', watch)
  const accept = (confirm: { accept(): Promise<void> }) => void confirm.accept()
  page.on('dialog', accept)
  for (const [response, expected] of [
    [{ error: 'It is on an order', code: 'ordered' }, 'It is on an order'],
    [{}, 'Failed to delete product'],
  ] as const)
    await answering('**/functions/v1/item-operations/*', 'DELETE', refusing(500, response), async () => {
      await remove.click()
      await says(page, 'Error', expected)
    })
  await remove.click()
  await says(page, 'Product deleted successfully!')
  page.off('dialog', accept)
  const empty = page.getByRole('tabpanel', { name: 'Products' })
  await expect(empty.getByText('No products yet')).toBeVisible()
  const example = empty.getByRole('figure', { name: /^Example: the Pay Block/ })
  await example.scrollIntoViewIfNeeded()
  await expect(example.frameLocator('iframe').getByText('Weekly bread box')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await empty.getByRole('button', { name: 'Add Product' }).click()
  await expect(dialog('Add Product')).toBeVisible()
})

test('[S8-007] products that fail to load show an error', async () => {
  await answering('**/functions/v1/tenant-items/*/items', 'GET', refusing(500, {}), async () => {
    await page.goto(products())
    await says(page, 'Error', 'Failed to fetch products')
  })
})

test('axe finds nothing in dark mode either', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(products('new'))
  await expect(dialog('Add Product')).toBeVisible()
  assert.deepEqual(await violations(page), [])
})
