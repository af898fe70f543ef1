// One custom block in the Studio: its settings, access and content, its failures, and conflicts between two
// windows.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import type { Page, Route } from 'playwright-core'
import { expect } from '#testing/browser.ts'
import { violations } from './accessibility.ts'
import { type Creator, makeTenant } from './api.ts'
import { answering, planScreens } from './plan-screens.ts'
import { pickOption } from './pick-option.ts'
import { fitsItsWidth } from './sideways.ts'

const { open, go, at, person, givePlan, keys, operator } = await planScreens()
const ROWS = '**/rest/v1/bolt_blocks?**'
const refusing = (method: string) => (route: Route) =>
  route.request().method() === method
    ? route.fulfill({ status: 500, json: { message: 'out of flour', code: 'XX000' } })
    : route.fallback()

/** Waits for a toast, and closes it. */
async function says(on: Page, title: string, text?: string): Promise<void> {
  const toast = on.locator('.bb-toast').filter({ hasText: title })
  await expect(toast.locator('strong').first()).toHaveText(title)
  if (text) await expect(toast.locator('p').first()).toHaveText(text)
  // Close it immediately: a toast that closes automatically may disappear before a click.
  await toast.getByRole('button', { name: 'Close' }).evaluateAll((all: HTMLElement[]) => {
    for (const close of all) close.click()
  })
  await expect(toast).toHaveCount(0)
}

let mara: Creator
let page: Page
let id = ''
let tenant: { id: string; public_key: string }
const DATA = { type: 'text', content: 'Seven till two', style: { fontSize: 16 }, mine: { kept: [1, 2] } }

const read = async () =>
  (await mara.client.from('bolt_blocks').select('title, data').eq('id', id).single()).data!

/** A member of the tenant whose purchase was refunded. */
async function makeRefundedBuyer(email: string, product: string): Promise<void> {
  const { auth } = createClient(keys.url, keys.serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'x-bb-pool': tenant.id } },
  })
  const made = await auth.admin.createUser({ email, email_confirm: true })
  assert.ifError(made.error)
  const order = {
    tenant_id: tenant.id,
    mode: 'test',
    status: 'refunded',
    seller: 'pay',
    source_id: id,
    name: product,
    amount_total: 1250,
    amount_refunded: 1250,
    currency: 'eur',
    auth_user_id: made.data.user.id,
    email,
    stripe_account_id: 'acct_1',
    state_hash: '\\x01',
    receipt_hash: '\\x02',
    paid_at: '2026-11-01T12:00:00Z',
  }
  assert.ifError((await operator.from('orders').insert(order)).error)
}
const tab = (name: string) => page.getByRole('tab', { name })
const save = (name: string) => page.getByRole('button', { name, exact: true })
const json = () => page.getByRole('textbox', { name: 'JSON configuration' })
async function editAs(view: 'Form' | 'JSON'): Promise<void> {
  await page.getByRole('radio', { name: view }).click({ force: true })
  await expect(page.getByRole('radio', { name: view })).toBeChecked()
}
const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

async function assertAccessible(): Promise<void> {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    assert.deepEqual(await violations(page), [])
    await fitsItsWidth(page)
  }
}

before(async () => {
  mara = await person('mara@my-block.test')
  await givePlan(mara, 'free')
  tenant = await makeTenant(mara, 'Hearth & Rye')
  const row = { user_id: mara.session.user.id, title: 'Opening hours', data: DATA }
  const made = await mara.client.from('bolt_blocks').insert(row).select('id').single()
  assert.ifError(made.error)
  id = made.data.id
  page = await open(mara)
})

test('[S2-272] [S2-273] a block has three tabs with their own address, its dates, and the tag to paste', async () => {
  await go(page, `/bolt/blocks/${id}`)
  await expect(page.getByRole('heading', { name: 'Opening hours', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Opening hours · Bolt Blocks')
  await expect(page.getByRole('tab')).toHaveText(['Overview', 'Access', 'Settings'])
  for (const name of ['Created', 'Updated'])
    await expect(page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')).toHaveText(
      /^\d+ \w{3} \d{4}, \d\d:\d\d$/,
    )
  await expect(page.getByRole('region', { name: 'Preview', exact: true })).toContainText('Seven till two')
  const code = page.getByRole('figure', { name: 'your-site.html' })
  await expect(code).toContainText(`data-tenant="${tenant.public_key}" data-id="${id}"`)
  await code.getByRole('button', { name: 'Copy' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(
    copied,
    new RegExp(`^<script async src="[^"]+/v1/bb\\.js" data-tenant="pk_\\w+" data-id="${id}"`),
  )
  await assertAccessible()
  await tab('Access').click()
  await at(page, `/bolt/blocks/${id}?tab=access`)
  await page.reload()
  await expect(tab('Access')).toHaveAttribute('aria-selected', 'true')
})

test('[S2-274] [S5-045] [S5-046] [S8-070] the title is saved, trimmed, and never empty; a refusal keeps the input', async () => {
  await tab('Overview').click()
  const title = page.getByLabel('Title')
  await title.fill('  ')
  await expect(save('Save')).toBeDisabled()
  await title.fill(' Summer hours ')
  await answering(page, ROWS, refusing('PATCH'), async () => {
    await save('Save').click()
    await says(page, 'Failed to update title.')
  })
  await expect(title).toHaveValue(' Summer hours ')
  await save('Save').click()
  await expect(page.getByRole('heading', { name: 'Summer hours', level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Summer hours', level: 1 })).toBeVisible()
  assert.equal((await read()).title, 'Summer hours')
})

test('[S2-277] [S2-278] [S2-279] [S2-280] [S8-071] the access setting is saved without changing the other data; a paid plan shows its paywall', async () => {
  await go(page, `/bolt/blocks/${id}?tab=access`)
  const needs = page.getByRole('switch', { name: 'Requires Authentication' })
  const paywall = page.getByRole('region', { name: 'Paywall preview' })
  const plan = (name: string) =>
    page.getByRole('group', { name: 'Required plan' }).getByRole('radio', { name: new RegExp(`^${name}`) })
  await expect(plan('Free')).toBeChecked()
  await expect(page.getByRole('heading', { name: 'Your own plan with Bolt Blocks' })).toBeVisible()
  // The badge of the title is the kind of block; a plan is marked only where it is the creator's.
  await expect(page.getByRole('main').getByText('Text', { exact: true })).toBeVisible()
  await expect(
    page.locator('label').filter({ hasText: 'Your plan' }).getByText('Free', { exact: true }),
  ).toBeVisible()
  await expect(paywall).toHaveCount(0)
  await needs.check()
  for (const name of ['Business', 'Pro']) {
    await plan(name).check({ force: true })
    await expect(paywall.getByText(`Summer hours is part of ${name}`)).toBeVisible()
    await expect(paywall.getByRole('link', { name: 'Upgrade Plan' })).toHaveAttribute(
      'href',
      /\/bolt\/pricing/,
    )
  }
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await expect(page.getByText('Your plan does not include Pro')).toBeVisible()
  await assertAccessible()
  await answering(page, ROWS, refusing('PATCH'), async () => {
    await save('Save Access Settings').click()
    await says(page, 'Failed to update access settings.')
  })
  await expect(plan('Pro')).toBeChecked()
  await save('Save Access Settings').click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  assert.deepEqual((await read()).data, { ...DATA, requires_auth: true, required_plan: 'pro' })
  await page.reload()
  await expect(needs).toBeChecked()
  await expect(plan('Pro')).toBeChecked()
})

test('[peers D9] a block is opened to an audience, and viewed as a visitor and as its buyers', async () => {
  const { data: before } = await read()
  const store = async (data: object) =>
    assert.ifError((await mara.client.from('bolt_blocks').update({ data }).eq('id', id)).error)
  await store({ ...before, requires_auth: false, required_plan: 'free' })
  await go(page, `/bolt/blocks/${id}?tab=access`)
  await page.getByRole('button', { name: 'Choose an audience' }).click()
  const audience = page.getByRole('region', { name: 'Audience' })
  await audience.getByRole('button', { name: 'Open it to' }).click()
  await page.getByRole('menuitem', { name: 'Buyers of a product' }).click()
  await save('Save Access Settings').click()
  await expect(audience.getByText('Choose a product.')).toBeVisible()
  const product = audience.getByLabel('Product', { exact: true })
  const [name = ''] = (await product.locator('option').allTextContents()).slice(-1)
  await product.selectOption(name)
  await expect(audience.getByText(`Buyers of ${name}`, { exact: true })).toBeVisible()
  await assertAccessible()
  await save('Save Access Settings').click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const { data } = await read()
  assert.deepEqual(data.audience.any.length, 1)
  assert.deepEqual([data.type, data.mine], ['text', DATA.mine])

  const view = page.getByRole('region', { name: 'View as' })
  const frame = view.frameLocator('iframe')
  const { content } = data as { content: string }
  await expect(frame.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(frame.getByText(content)).toHaveCount(0)
  await pickOption(view, 'View as', 'Buyers')
  await view.getByLabel('Product', { exact: true }).selectOption(name)
  await expect(frame.getByText(content)).toBeVisible()
  // A member who had bought it sees what was refunded, and why they get nothing.
  await makeRefundedBuyer('ines@my-block.test', name)
  await pickOption(view, 'View as', 'A member')
  await view.getByRole('searchbox', { name: 'Search members' }).fill('ines@my-block.test')
  await view.getByRole('button', { name: /^Add / }).click()
  await expect(view.getByRole('list', { name: 'Roles and purchases' })).toHaveText(`${name} Refunded`)
  await expect(frame.getByText(content)).toHaveCount(0)
  await pickOption(view, 'View as', 'Visitor')
  await expect(frame.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await assertAccessible()

  // Without the audience the data is as before.
  await audience.getByRole('button', { name: 'Remove the audience' }).click()
  await save('Save Access Settings').click()
  await expect(frame.getByText(content)).toBeVisible()
  assert.equal('audience' in (await read()).data, false)
  await store(before)
})

test('[S2-282] [S5-047] [S8-065] [S8-072] the JSON is edited directly, with errors shown at their line', async () => {
  await go(page, `/bolt/blocks/${id}?tab=settings&view=json`)
  await expect(json()).toContainText('"kept"')
  await json().fill('{\n  "type": "text",\n  "content" 1\n}')
  await expect(page.getByText(/^Line 3: /)).toBeVisible()
  await expect(page.locator('.cm-lintRange-error')).toHaveText('"content" 1')
  await assertAccessible()
  await save('Save Configuration').click()
  await says(page, 'Invalid JSON', 'Please check your JSON format.')
  await editAs('Form')
  await expect(page.getByText('The JSON is invalid.')).toBeVisible()
  await editAs('JSON')
  const next = { type: 'text', content: 'Eight till one', style: { fontSize: 18 }, mine: 'still here' }
  await json().fill(JSON.stringify(next))
  await expect(page.getByRole('region', { name: 'Preview', exact: true })).toContainText('Eight till one')
  await answering(page, ROWS, refusing('PATCH'), async () => {
    await save('Save Configuration').click()
    await says(page, 'Failed to update JSON configuration.')
  })
  await page.getByRole('button', { name: 'Format JSON configuration' }).click()
  await save('Save Configuration').click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(json()).toContainText('still here')
  assert.deepEqual((await read()).data, next)
})

test('the form writes the same data as the JSON, field by field, and the preview follows each keystroke', async () => {
  await go(page, `/bolt/blocks/${id}?tab=settings`)
  await page.getByLabel('Text', { exact: true }).fill('Nine till noon')
  await page.getByLabel('Size').fill('24')
  await expect(page.getByRole('region', { name: 'Preview', exact: true })).toContainText('Nine till noon')
  await editAs('JSON')
  await expect(json()).toContainText('"fontSize": 24')
  await editAs('Form')
  await save('Save Configuration').click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const now = { type: 'text', content: 'Nine till noon', style: { fontSize: 24 }, mine: 'still here' }
  assert.deepEqual((await read()).data, now)
})

test('unsaved input is confirmed before it is discarded, and never silently overwrites another window’s changes', async () => {
  await page.getByLabel('Text', { exact: true }).fill('Typed here')
  await tab('Overview').click()
  await tab('Settings').click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Typed here')
  await page.getByRole('link', { name: 'My Blocks' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await expect(question).toContainText('Your changes to Summer hours are not saved.')
  await question.getByRole('button', { name: 'Keep editing' }).click()

  const elsewhere = { type: 'text', content: 'Changed elsewhere', style: { fontSize: 16 } }
  assert.ifError((await mara.client.from('bolt_blocks').update({ data: elsewhere }).eq('id', id)).error)
  await save('Save Configuration').click()
  await says(page, 'Failed to update JSON configuration.')
  assert.deepEqual((await read()).data, elsewhere)
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Typed here')
  await save('Save Configuration').click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  assert.equal((await read()).data.content, 'Typed here')
})

test('[S2-275] [S2-276] [S8-067] [S8-068] a block is duplicated, and deleted only after a confirmation', async () => {
  await go(page, `/bolt/blocks/${id}`)
  await answering(page, ROWS, refusing('POST'), async () => {
    await page.route('**/rest/v1/bolt_blocks', refusing('POST'))
    await save('Duplicate').click()
    await says(page, 'Error', 'Failed to duplicate block.')
    await page.unroute('**/rest/v1/bolt_blocks')
  })
  await save('Duplicate').click()
  await expect(page.getByRole('heading', { name: 'Summer hours (copy)', level: 1 })).toBeVisible()
  const question = page.getByRole('alertdialog', { name: 'Delete Summer hours (copy)?' })
  const count = async () => (await mara.client.from('bolt_blocks').select('id')).data!.length
  await save('Delete').click()
  await expect(question).toContainText(
    'Are you sure you want to delete this block? This action cannot be undone.',
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  assert.equal(await count(), 2)
  await save('Delete').click()
  await answering(page, ROWS, refusing('DELETE'), async () => {
    await question.getByRole('button', { name: 'Delete' }).click()
    await says(page, 'Error', 'Failed to delete block.')
  })
  await question.getByRole('button', { name: 'Delete' }).click()
  await at(page, '/bolt/blocks')
  assert.equal(await count(), 1)
})

test('[S2-283] [S8-069] a missing block says so; one that fails to load links back to the list', async () => {
  for (const missing of ['0198c1a2-0000-7000-8000-0000000000b1', 'no-id']) {
    await go(page, `/bolt/blocks/${missing}`)
    await expect(page.getByRole('heading', { name: 'Block Not Found' })).toBeVisible()
  }
  assert.deepEqual(await violations(page), [])
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await at(page, '/bolt/dashboard')
  const blockUrl = `**/rest/v1/bolt_blocks?*id=eq.${id}**`
  await answering(page, blockUrl, refusing('GET'), async () => {
    await go(page, `/bolt/blocks/${id}`)
    await says(page, 'Error', 'Failed to load block.')
    await at(page, '/bolt/dashboard')
  })
})
