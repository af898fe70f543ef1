// The command palette and the list of shortcuts, by keyboard only.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createClient } from '@supabase/supabase-js'
import { expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeTenant, operatorOf, studioContext } from './api.ts'
import { makeBakery } from './bakery.ts'
import { openPalette, palette as paletteOf, searchField } from './open-palette.ts'
import { escape } from './windows.ts'

const instance = await sharedInstance()
const keys = keysOf(instance)
const operator = operatorOf(keys)
const mara = await makeBakery(keys)
const mill = await makeTenant(mara, 'Corner Mill')
const user_id = mara.session.user.id
for (const { error } of [
  await operator.from('bolt_subscriptions').upsert({ user_id, plan_id: 'pro', status: 'active' }),
  await operator.from('bolt_blocks').insert({ user_id, title: 'Opening hours', data: { type: 'text' } }),
])
  assert.ifError(error)

const browser = await launchBrowser()
const page = await (await studioContext(browser, instance.url, mara.session)).newPage()
const home = `${instance.url}/studio`
const palette = (on: Page = page) => paletteOf(on)
const field = (on: Page = page) => searchField(on)
const option = (name: string | RegExp, on: Page = page) => palette(on).getByRole('option', { name })

const open = (on: Page = page) => openPalette(on)

/** Opens the palette, types, and presses Enter on an option. */
async function run(typed: string, chosen: string | RegExp): Promise<void> {
  await open()
  await page.keyboard.type(typed)
  await expect(field()).toHaveValue(typed)
  await choose(chosen)
}

/** Presses Enter when this option is selected: the search runs with a short delay after typing. */
async function choose(line: string | RegExp): Promise<void> {
  await expect(palette().locator('[role=option][aria-selected=true]')).toContainText(line)
  await page.keyboard.press('Enter')
}

test('Ctrl-K opens the palette from anywhere and closes it again, and the focus returns', async () => {
  await page.goto(home)
  const account = page.getByRole('link', { name: mara.email })
  await account.focus()
  await open()
  assert.deepEqual(await violations(page), [])
  await page.keyboard.press('Control+k')
  await expect(palette()).toBeHidden()
  await expect(account).toBeFocused()
  await open()
  await escape(palette())
})

test('a palette that opens while the screen still changes keeps the focus, so that no typed letter is lost', async () => {
  await page.goto(home)
  await open()
  await page.keyboard.type('trust')
  await choose('Trust and security')
  await page.waitForURL('**/trust')
  await page.goBack()
  await open()
  // The dialog takes the focus back, but a key that was pressed in between is lost.
  await page.evaluate(() => {
    const counter = { lost: 0 }
    Object.assign(window, { counter })
    document.activeElement!.addEventListener('focusout', () => counter.lost++)
    history.forward()
  })
  await page.waitForURL('**/trust')
  await expect(page.locator('main h3', { hasText: 'Not stored' })).toHaveCount(1)
  assert.equal(
    await page.evaluate(() => (window as unknown as { counter: { lost: number } }).counter.lost),
    0,
  )
  await page.keyboard.type('playgr')
  await expect(field()).toHaveValue('playgr')
  await escape(palette())
})

test('the search field in the header opens the palette, and gets the focus back', async () => {
  await page.goto(home)
  const search = page.getByRole('banner').getByRole('button', { name: /^Search or jump to/ })
  await search.click()
  await expect(field()).toBeFocused()
  await escape(palette())
  await expect(search).toBeFocused()
})

test('screens are found by their title and by their label in the navigation', async () => {
  await run('playgr', 'Playground')
  await page.waitForURL('**/playground')
  await run('security', 'Trust and security')
  await page.waitForURL('**/trust')
  await run('webhooks', 'Webhooks')
  await page.waitForURL('**/studio/connect/webhooks')
})

test('a tenant and its dialogs are found by the tenant’s name', async () => {
  await run('hearth & rye', 'Hearth & Rye')
  await expect(page.getByRole('banner').getByText('Hearth & Rye')).toBeVisible()
  await run('embed code corner', 'Embed Code')
  await page.waitForURL((url) => url.searchParams.get('tenant') === mill.id)
  await expect(page.getByRole('dialog', { name: 'Embed Code' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await escape(page.getByRole('dialog'))
})

test('before typing, the last screens come first, then what can be started; every screen has an icon of its own', async () => {
  await page.goto(`${instance.url}/trust`)
  await page.goto(`${instance.url}/studio/account`)
  await page.goto(home)
  await open()
  const groups = palette().getByRole('group')
  await expect(groups.nth(0).getByRole('option')).toContainText(['Account', 'Trust and security'])
  await expect(groups.nth(1).getByRole('option').first()).toContainText('Create Tenant')
  const goTo = palette().getByRole('group', { name: 'Go to' })
  assert.equal(await goTo.locator('.lucide-arrow-right').count(), 0)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/studio/account')
})

test('products, blocks and actions are found; no result shows a message', async () => {
  await run('bread box', 'Weekly bread box')
  await expect(page.getByRole('dialog', { name: 'Edit Product' })).toBeVisible()
  await page.goto(home)
  await open()
  await field().fill('opening ho')
  await choose(/Opening hours/)
  await page.waitForURL('**/bolt/blocks/*')
  await run('create ten', 'Create Tenant')
  await expect(page.getByRole('dialog', { name: 'Create New Tenant' })).toBeVisible()
  await page.goto(home)
  await open()
  await field().fill('%_*xyzzy')
  await expect(palette().getByText('Nothing found for “%_*xyzzy”')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await escape(palette())
})

test('a customer of the current tenant is found by part of the email address', async () => {
  const visitors = createClient(instance.url, mill.public_key, { auth: { persistSession: false } })
  const { error } = await visitors.auth.signUp({
    email: 'ines@posteo.test',
    password: 'crusty loaf on saturday',
  })
  assert.ifError(error)
  await run('corner mill', 'Corner Mill')
  await open()
  await page.keyboard.type('ines@')
  await choose(/ines@posteo\.test/)
  await page.waitForURL((url) => url.pathname === '/studio/customers' && url.searchParams.has('customer'))
  await expect(page.getByRole('dialog').getByText('ines@posteo.test').first()).toBeVisible()
  await page.goto(home)
})

test('the theme changes under the open palette', async () => {
  await open()
  await page.keyboard.type('zen')
  await choose('Zen')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'zen')
  await field().fill('dark mode')
  await choose(/dark/i)
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark')
  assert.deepEqual(await violations(page), [])
  await escape(palette())
})

test('? lists the shortcuts, but types a character in a text field', async () => {
  await page.locator('body').press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard' })
  await expect(list, 'not its Close button, whose name would cover the first key').toBeFocused()
  assert.deepEqual(await violations(page), [])
  await escape(list)
  await page.goto(`${instance.url}/playground`)
  await page.getByLabel('Tenant public key').press('?')
  await expect(page.getByLabel('Tenant public key')).toHaveValue('?')
  await expect(list).toBeHidden()
})

test('a visitor finds the public screens and the sign-in, and no tenant', async () => {
  const visitor = await (await studioContext(browser, instance.url, undefined)).newPage()
  const requests: string[] = []
  await visitor.goto(`${instance.url}/playground`)
  visitor.on('request', (request) => requests.push(request.url()))
  await open(visitor)
  await expect(option('Pricing', visitor)).toBeVisible()
  await expect(option('Sign In', visitor)).toBeVisible()
  await expect(option('Customers', visitor)).toHaveCount(0)
  await visitor.keyboard.type('bread')
  await expect(palette(visitor).getByText('Nothing found for “bread”')).toBeVisible()
  assert.ok(!requests.some((url) => /\/(rest|functions)\/v1/.test(url)), String(requests))
})

test('on a phone the palette opens from the account menu', async () => {
  const phone = await (
    await studioContext(browser, instance.url, mara.session, { viewport: { width: 390, height: 844 } })
  ).newPage()
  await phone.goto(home)
  await phone.getByRole('button', { name: 'Account, M', exact: true }).click()
  await phone.getByRole('button', { name: 'Search' }).click()
  await expect(field(phone)).toBeFocused()
  await option('Pricing', phone).click()
  await phone.waitForURL('**/pricing')
})

test('a click on a row of the account menu hits that row, also while tenants and themes load', async () => {
  const context = await studioContext(browser, instance.url, mara.session, {
    viewport: { width: 390, height: 844 },
  })
  const phone = await context.newPage()
  let arrive: (() => void) | undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await context.route(/\/rest\/v1\/tenants|theme-picker|tenant-list/, async (route) => {
    await arrived
    await route.continue()
  })
  await phone.goto(home)
  await phone.getByRole('button', { name: 'Account' }).click()
  const menu = phone.getByRole('dialog', { name: 'Account' })
  await menu.getByRole('button', { name: 'Search' }).hover()
  await phone.mouse.down()
  arrive!()
  await expect(menu.getByRole('button', { name: 'Corner Mill' })).toBeVisible()
  await expect(menu.getByRole('radio', { name: /Zen/ })).toBeVisible()
  await phone.mouse.up()
  await expect(field(phone)).toBeFocused()
})
