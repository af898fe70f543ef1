// The customers of a tenant in the Studio, the switch back to the built-in auth, and deleting a tenant.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import type { Page, Route } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, operatorOf, studioContext } from './api.ts'
import { PASSWORD, card } from './creator.ts'
import { openPalette } from './open-palette.ts'
import { fitsItsWidth } from './sideways.ts'
import { rectsOf } from './rects.ts'
import { escape } from './windows.ts'

const instance = await sharedInstance()
const keys = keysOf(instance)
const operator = operatorOf(keys)
const mara = await makeCreator(keys, { email: 'mara@customers.test', password: PASSWORD })
const bakery = await makeTenant(mara, 'Hearth & Rye')
const yoga = await makeTenant(mara, 'Stillwater Yoga')
const QUIET = { auth: { persistSession: false, autoRefreshToken: false } }

const ADA = 'ada@example.test'

/** Creates a confirmed user of a tenant. Only Ada has a password, because hashing one is slow. */
async function visitor(tenant: { id: string }, email: string, name?: string): Promise<string> {
  const { auth } = createClient(keys.url, keys.serviceRoleKey, {
    ...QUIET,
    global: { headers: { 'x-bb-pool': tenant.id } },
  })
  const { data, error } = await auth.admin.createUser({
    email,
    email_confirm: true,
    ...(email === ADA ? { password: PASSWORD } : {}),
    ...(name ? { user_metadata: { name } } : {}),
  })
  assert.ifError(error)
  return data.user.id
}
const MARKUP = '<img src=x onerror="document.title=1">'
const ada = await visitor(bakery, ADA, 'Ada Lovelace')
await visitor(bakery, 'evil@example.test', MARKUP)
for (let n = 10; n < 36; n++) await visitor(bakery, `reader-${n}@example.test`)
await visitor(yoga, 'zoe@example.test', 'Zoe of Yoga')

/** Signs in to the bakery like its auth block. */
const signIn = () =>
  createClient(keys.url, bakery.public_key, QUIET).auth.signInWithPassword({
    email: 'ada@example.test',
    password: PASSWORD,
  })
const { data: hers } = await signIn()
const { error: noOrder } = await operator.from('orders').insert({
  tenant_id: bakery.id,
  mode: 'test',
  status: 'paid',
  seller: 'pay',
  source_id: ada,
  name: 'Rye loaf',
  amount_total: 1250,
  currency: 'eur',
  auth_user_id: ada,
  email: 'ada@example.test',
  stripe_account_id: 'acct_1',
  state_hash: '\\x01',
  receipt_hash: '\\x02',
  paid_at: '2026-11-01T12:00:00Z',
})
assert.ifError(noOrder)

const browser = await launchBrowser()
const context = await studioContext(browser, instance.url, mara.session)
const page = await context.newPage()
const home = `${instance.url}/studio`
const customers = (query = '') => `${home}/customers?tenant=${bakery.id}${query}`
const rows = (on: Page = page) => on.getByRole('table', { name: 'Customers' }).locator('tbody tr')
const toast = (text: string) => page.locator('.bb-toast', { hasText: text }).first()
const refusing = (status: number, json: object) => (route: Route) => route.fulfill({ status, json })

test('a tenant’s card leads to its customers; their names are shown as plain text', async () => {
  await page.goto(home)
  await card(page, 'Hearth & Rye').getByRole('link', { name: 'Customers' }).click()
  await expect(page).toHaveURL(customers())
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await expect(page.getByText('28 customers')).toBeVisible()
  await expect(rows()).toHaveCount(25)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows()).toHaveCount(28)
  await expect(page).toHaveURL(customers('&shown=2'))
  const evil = rows().filter({ hasText: 'evil@example.test' })
  await expect(evil.getByRole('button', { name: MARKUP })).toBeVisible()
  await expect(evil.locator('img')).toHaveCount(0)
  await expect(rows().filter({ hasText: 'Ada Lovelace' })).toContainText('€12.50')
  assert.deepEqual(await violations(page), [])
})

test('search and filter are in the address and survive a reload; the header’s tenant switcher changes the list', async () => {
  await page.goto(customers())
  await page.getByLabel('Search customers').fill('lovelace')
  await expect(page).toHaveURL(customers('&q=lovelace'))
  await expect(rows()).toHaveCount(1)
  await page.reload()
  await expect(page.getByLabel('Search customers')).toHaveValue('lovelace')
  await expect(rows()).toHaveCount(1)
  await page.getByLabel('Filter customers').selectOption('banned')
  await expect(page.getByText('No customers found')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(rows()).toHaveCount(25)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Hearth & Rye/ })
    .click()
  await page.getByRole('dialog', { name: 'Tenant' }).getByRole('button', { name: 'Stillwater Yoga' }).click()
  await expect(page).toHaveURL(`${home}/customers?tenant=${yoga.id}`)
  await expect(rows()).toHaveCount(1)
  await expect(rows()).toContainText('Zoe of Yoga')
  await page.goto(customers())
  await expect(page.getByText('28 customers')).toBeVisible()
})

test('heads sort the list, and the address keeps the sort', async () => {
  await page.goto(customers())
  await expect(page.getByRole('columnheader', { name: 'Signed up' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  const head = page.getByRole('columnheader', { name: 'Customer' })
  await head.getByRole('button').click()
  await expect(page).toHaveURL(customers('&sort=email'))
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows().first()).toContainText('Ada Lovelace')
  await page.reload()
  await expect(rows().first()).toContainText('Ada Lovelace')
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(rows().first()).toContainText('reader-35@example.test')
  assert.deepEqual(await violations(page), [])
})

test('by keyboard alone: palette, list, panel, next row, and back to the row that was open', async () => {
  await page.goto(home)
  await expect(card(page, 'Hearth & Rye')).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('hearth customers')
  await expect(page.getByRole('option').first()).toContainText('Customers')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(customers())
  await expect(rows()).toHaveCount(25)
  const first = rows().first().getByRole('button')
  for (let tabs = 0; tabs < 40 && !(await first.evaluate((row) => row === document.activeElement)); tabs++)
    await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = page.locator('[data-side-panel]')
  await expect(panel).toContainText('reader-35@example.test')
  await page.keyboard.press('j')
  await expect(panel).toContainText('reader-34@example.test')
  await page.keyboard.press('j')
  await expect(panel).toContainText('reader-33@example.test')
  await page.keyboard.press('k')
  await expect(panel).toContainText('reader-34@example.test')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(rows().nth(1).getByRole('button')).toBeFocused()
  // Back closes the panel, no matter how many rows it showed.
  await page.keyboard.press('Enter')
  await expect(panel).toContainText('reader-34@example.test')
  await rows().nth(2).getByRole('button').click()
  await expect(panel).toContainText('reader-33@example.test')
  await page.goBack()
  await expect(panel).toHaveCount(0)

  // A wide window shows the whole list beside the panel.
  await page.setViewportSize({ width: 1920, height: 1000 })
  await rows().nth(2).getByRole('button').click()
  await expect(panel).toContainText('reader-33@example.test')
  const [list, beside] = await rectsOf([page.getByRole('table', { name: 'Customers' }), panel])
  assert.ok(list!.right <= beside!.left, `${list!.right} <= ${beside!.left}`)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })

  // The rail: its item unfolds, the arrow keys lead to a page of it, and the focus moves to that page.
  const rail = page.getByRole('navigation', { name: 'Main' })
  await rail.getByRole('button', { name: 'Blocks' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(rail.getByRole('link', { name: 'Overview' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/bolt\/sign-in/)
  await expect(rows()).toHaveCount(25)
  await expect(page.locator('main :focus, main:focus')).toHaveCount(1)
  await page.goBack()
  await expect(page).toHaveURL(customers())
})

test('[peers A12] [peers M8] roles: the plan’s paywall, created, given by list, singly and in bulk; audiences by keyboard', async () => {
  const roles = `${instance.url}/bolt/sign-in/roles?tenant=${bakery.id}`
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const create = async (name: string) => {
    await page.getByRole('button', { name: 'Create role' }).click()
    await dialog('New role').getByLabel('Name').fill(name)
    await dialog('New role').getByRole('button', { name: 'Create role' }).click()
  }
  // On a phone the row of tabs scrolls, the active one is in view, and ends that are cut off fade out.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(roles)
  await expect(page.getByText('No roles yet')).toBeVisible()
  await expect(page.getByText('No teams yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Roles and teams' })).toBeInViewport({ ratio: 1 })
  const tabs = page.getByRole('navigation', { name: 'Sign-in' })
  await expect(tabs).toHaveAttribute('data-cut', /start/)
  await expect(tabs).not.toHaveCSS('mask-image', 'none')
  await fitsItsWidth(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(tabs).toHaveAttribute('data-cut', '')
  assert.deepEqual(await violations(page), [])
  const setPlan = async (plan_id: 'pro' | 'business') => {
    const plan = { user_id: mara.session.user.id, plan_id, status: 'active' }
    assert.ifError((await operator.from('bolt_subscriptions').upsert(plan)).error)
    await page.reload()
    await expect(page.getByText('No roles yet')).toBeVisible()
    await expect(page.getByRole('link', { name: /^My Plan/ })).toContainText(plan_id, { ignoreCase: true })
  }
  await setPlan('pro')
  const upgrade = dialog('Upgrade Plan')
  for (const [name, text] of [
    ['Create role', 'Roles come with the Business plan.'],
    ['New team', 'Teams come with the Business plan.'],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await expect(upgrade).toContainText(text)
    // Not the plan that she has.
    await expect(upgrade.getByRole('listitem')).toHaveText(/^Business/)
    await upgrade.getByRole('button', { name: 'Not now' }).click()
  }
  await setPlan('business')
  await create('Reading club')
  const row = (name: string) =>
    page.getByRole('list', { name: 'Roles' }).getByRole('listitem').filter({ hasText: name })
  await expect(row('Reading club')).toContainText('0 members')
  await create('Editor')
  await row('Editor').getByRole('button', { name: 'More for Editor' }).click()
  await page.getByRole('menuitem', { name: 'Give it on sign-up' }).click()
  await expect(row('Editor')).toContainText('Given on sign-up')
  await row('Editor').getByRole('button', { name: 'More for Editor' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog('Edit Editor').getByLabel('Name').fill('Editors')
  await dialog('Edit Editor').getByRole('button', { name: 'Save' }).click()
  await expect(row('Editors')).toBeVisible()

  // From a file: matches and errors are shown before anything changes.
  await row('Reading club').getByRole('button', { name: 'More for Reading club' }).click()
  await page.getByRole('menuitem', { name: 'Give to a list (CSV)' }).click()
  const list = dialog('Give Reading club to a list')
  await list.getByLabel('CSV file').setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Email\nreader-10@example.test\nnone@example.test\nREADER-11@example.test\n\nAda\n${ada}\n${ADA}`,
    ),
  })
  await expect(list).toContainText('3 members found, 3 lines left out')
  for (const text of [
    'Line 3',
    'No member has this email or ID',
    'Line 6',
    'Line 8',
    'The same member as line 7',
  ])
    await expect(list.getByRole('list', { name: 'Lines left out' })).toContainText(text)
  assert.deepEqual(await violations(page), [])
  await list.getByRole('button', { name: 'Give to 3 members' }).click()
  await expect(row('Reading club')).toContainText('3 members')

  // In bulk, and for one customer.
  await page.goto(customers('&q=reader-1'))
  await page.getByRole('checkbox', { name: 'Select reader-12@example.test' }).check()
  const bar = page.getByRole('region', { name: 'Selected customers' })
  await expect(bar).toContainText('1 customer selected')
  assert.deepEqual(await violations(page), [])
  await bar.getByRole('button', { name: 'Select all 10 shown' }).click()
  await bar.getByRole('button', { name: 'Give role' }).click()
  await page.getByRole('menuitem', { name: 'Reading club' }).click()
  // Two of them had it.
  await expect(toast('Reading club given to 8 members')).toBeVisible()
  await expect(bar).toBeHidden()
  // Those who have it.
  const byRole = page.getByLabel('Filter customers by role')
  await page.goto(customers())
  await byRole.selectOption('Reading club')
  await expect(rows()).toHaveCount(11)
  await expect(page).toHaveURL(/role=Reading\+club/)
  await byRole.selectOption('Editors')
  await expect(page.getByText('There are no customers with the role “Editors”.')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.goto(customers('&q=reader-1'))
  await rows().getByRole('button', { name: 'reader-12@example.test' }).click()
  const held = page.locator('[data-side-panel]').getByRole('region', { name: 'Roles' })
  await held.getByRole('button', { name: 'Take Reading club' }).click()
  await expect(held.getByText('Reading club')).toBeHidden()
  await held.getByRole('button', { name: 'Give role' }).click()
  await page.getByRole('menuitem', { name: 'Editors' }).click()
  await expect(held.getByText('Editors', { exact: true })).toBeVisible()

  // An audience, by keyboard alone: the focus goes to what was added, and the sentence says what was built.
  await page.goto(roles)
  await expect(row('Reading club')).toContainText('10 members')
  await page.getByRole('button', { name: 'New audience' }).press('Enter')
  const audience = dialog('New audience')
  /** Opens the menu and chooses by typing, as its keyboard users do. */
  async function openTo(button: string, kind: string) {
    const opener = audience.getByRole('button', { name: button })
    // Faster than its animation: a menu that is closed and opened again takes the focus, too.
    await opener.focus()
    await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Escape'), opener.press('Enter')])
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.type(kind)
    await expect(page.getByRole('menuitem', { name: kind })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await expect(audience.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Regulars')
  await openTo('Open it to', 'Members with a role')
  await expect(audience.getByLabel('Role', { exact: true })).toBeFocused()
  await page.keyboard.type('Reading')
  const sentence = audience.getByRole('status').first()
  await expect(sentence).toHaveText('Members with the role Reading club')
  await openTo('Or also', 'Certain people')
  await expect(audience.getByLabel('Search members')).toBeFocused()
  await page.keyboard.type('lovelace')
  await expect(audience.getByRole('list', { name: 'Matching members' })).toContainText('Ada Lovelace')
  await page.keyboard.press('Enter')
  await expect(sentence).toHaveText('Members with the role Reading club, and Ada Lovelace')
  await audience.getByRole('button', { name: 'Times: Certain people' }).press('Enter')
  await audience.getByLabel('From').fill('2026-03-01T00:00')
  await expect(sentence).toHaveText('Members with the role Reading club, and Ada Lovelace from 1 Mar 2026')
  assert.deepEqual(await violations(page), [])
  await audience.getByRole('button', { name: 'Save' }).press('Enter')
  const saved = page.getByRole('list', { name: 'Saved audiences' })
  await expect(saved).toContainText('Members with the role Reading club, and Ada Lovelace from 1 Mar 2026')

  // What an audience names is not deleted under it.
  await row('Reading club').getByRole('button', { name: 'More for Reading club' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast('An audience names this role.')).toBeVisible()
  await page.keyboard.press('Escape')
  await fitsItsWidth(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fitsItsWidth(page)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('one customer: sign-in methods, sessions and purchases; signed out, banned, unbanned from the toast, deleted', async () => {
  await page.goto(customers('&q=ada'))
  const row = rows().getByRole('button', { name: 'Ada Lovelace' })
  const dialog = page.getByRole('dialog', { name: 'Ada Lovelace' })
  await row.focus()
  await page.keyboard.press('Enter')
  await escape(dialog)
  await expect(row).toBeFocused()
  await row.click()
  await expect(page).toHaveURL(customers(`&q=ada&customer=${ada}`))
  await expect(dialog.getByRole('region', { name: 'Purchases' })).toContainText('Rye loaf')
  await expect(dialog.getByRole('region', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  await expect(dialog).toContainText('ada@example.test, confirmed')
  assert.deepEqual(await violations(page), [])
  await page.reload()
  await expect(dialog).toBeVisible()

  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(toast('Ada Lovelace is signed out')).toBeVisible()
  await expect(dialog.getByText('Not signed in anywhere.')).toBeVisible()
  const auth = createClient(keys.url, bakery.public_key, QUIET).auth
  assert.ok((await auth.refreshSession({ refresh_token: hers.session!.refresh_token })).error)

  await dialog.getByRole('button', { name: 'Ban' }).click()
  const ban = page.getByRole('dialog', { name: 'Ban Ada Lovelace?' })
  assert.deepEqual(await violations(page), [])
  await ban.getByRole('radio', { name: /A week/ }).check()
  await ban.getByRole('button', { name: 'Ban' }).click()
  // A toast under the pointer does not disappear.
  await toast('Ada Lovelace is banned').hover()
  await expect(dialog.getByText(/Banned until/)).toBeVisible()
  assert.equal((await signIn()).error?.code, 'user_banned')
  await toast('Ada Lovelace is banned').getByRole('button', { name: 'Undo' }).click()
  await expect(toast('Ada Lovelace can sign in again')).toBeVisible()
  await expect(dialog.getByText(/Banned until/)).toBeHidden()
  assert.equal((await signIn()).error, null)

  const notice = (await toast('Ada Lovelace can sign in again').boundingBox())!
  const remove = (await dialog.getByRole('button', { name: 'Delete' }).boundingBox())!
  assert.ok(notice.y + notice.height <= remove.y, 'the toast covers no button of the panel')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Delete Ada Lovelace?' })
  await expect(confirmation).toContainText('This action cannot be undone.')
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect(toast('Ada Lovelace was deleted')).toBeVisible()
  await expect(page.getByText('No customers found')).toBeVisible()
  assert.equal((await signIn()).error?.code, 'invalid_credentials')
  await page.goto(customers(`&customer=${ada}`))
  await expect(page.getByRole('dialog').getByText('Customer not found')).toBeVisible()
})

test('[O02] the exported file contains the listed customers, and no formula in it runs', async () => {
  await visitor(bakery, 'formula@example.test', '=HYPERLINK("http://evil.example")')
  await page.goto(customers('&q=formula'))
  await expect(rows()).toHaveCount(1)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await saved
  assert.match(file.suggestedFilename(), /^customers-\d{4}-\d\d-\d\d\.csv$/)
  const text = readFileSync(await file.path(), 'utf8')
  const lines = text.trim().split('\r\n')
  assert.equal(lines.length, 2)
  assert.ok(
    text.startsWith('\ufeffCustomer,Email,'),
    'with the byte order mark that spreadsheets need for UTF-8',
  )
  assert.ok(lines[1]!.includes(`"'=HYPERLINK(""http://evil.example"")"`), lines[1])
})

test('an empty list says what belongs there, a failed one offers a retry; all of it fits on a phone', async () => {
  const bare = await makeTenant(mara, 'Corner Mill')
  const phone = await (
    await studioContext(browser, instance.url, mara.session, { viewport: { width: 390, height: 844 } })
  ).newPage()
  await phone.goto(`${home}/customers?tenant=${bare.id}`)
  await expect(phone.getByText('No customers yet')).toBeVisible()
  // Below it, an example shows what the list will look like, for the eyes only.
  await expect(phone.getByRole('figure', { name: 'Example, with made-up customers' })).toContainText(
    'Ines Koval',
  )
  await expect(phone.getByRole('table')).toHaveCount(0)
  assert.deepEqual(await violations(phone), [])
  for (const listed of ['orders', 'subscriptions']) {
    await phone.goto(`${instance.url}/bolt/payments/${listed}?tenant=${bare.id}`)
    await expect(phone.getByRole('figure', { name: `Example, with made-up ${listed}` })).toContainText(
      'Weekly bread box',
    )
    await fitsItsWidth(phone)
    assert.deepEqual(await violations(phone), [])
  }
  await phone.goto(`${home}/customers?tenant=${bare.id}`)
  await phone.route('**/tenant-customers/**', refusing(500, { error: 'the shelf fell' }))
  await phone.reload()
  await expect(phone.getByText('The customers could not be loaded.')).toBeVisible()
  await phone.unroute('**/tenant-customers/**')
  await phone.getByRole('button', { name: 'Try again' }).click()
  await expect(phone.getByText('No customers yet')).toBeVisible()
  await phone.goto(customers())
  await expect(rows(phone)).toHaveCount(25)
  assert.deepEqual(await violations(phone), [])
  await fitsItsWidth(phone)
  await phone.context().close()
})

test('[S8-015] [S8-094] [S4-037] the switch back to the built-in auth: refused with the server’s message or a default one, then done', async () => {
  const { error } = await operator
    .from('tenants')
    .update({ auth_provider: 'auth0', auth0_domain: 'yoga.eu.auth0.com', auth0_client_id: 'x' })
    .eq('id', yoga.id)
  assert.ifError(error)
  await page.goto(`${home}?dialog=settings&tenant=${yoga.id}&tab=auth`)
  const choice = page.getByLabel('Provider', { exact: true })
  await expect(choice).toHaveValue('auth0')
  await choice.selectOption('supabase')
  await expect(page.getByText('Now in use: Auth0.')).toBeVisible()
  await page.getByRole('button', { name: 'Switch to built-in auth' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Switch to built-in auth?' })
  assert.deepEqual(await violations(page), [])
  for (const [json, expected] of [
    [{ error: 'The shelf fell' }, 'The shelf fell'],
    [{}, 'Failed to switch to Supabase auth'],
  ] as const) {
    await page.route('**/functions/v1/auth-config', refusing(500, json))
    await confirmation.getByRole('button', { name: 'Switch' }).click()
    await expect(toast(expected)).toBeVisible()
    await toast(expected).getByRole('button', { name: 'Close' }).click()
    await page.unroute('**/functions/v1/auth-config')
  }
  await confirmation.getByRole('button', { name: 'Switch' }).click()
  await expect(toast('Switched to Supabase authentication')).toBeVisible()
  await expect(page.getByText('Now in use: Auth0.')).toBeHidden()
  const { data } = await mara.client.from('tenants').select('*').eq('id', yoga.id).single()
  assert.deepEqual([data?.auth_provider, data?.auth0_domain, data?.auth0_client_id], ['supabase', null, null])
})

test('[C15] a tenant is deleted by typing its name; its blocks say so, and it disappears from the list', async () => {
  await page.goto(`${home}?dialog=settings&tenant=${yoga.id}&tab=general`)
  await page.getByRole('button', { name: 'Delete tenant' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Delete Stillwater Yoga?' })
  const act = confirmation.getByRole('button', { name: 'Delete tenant' })
  await expect(act).toBeDisabled()
  await confirmation.getByLabel('Type Stillwater Yoga to confirm').fill('stillwater yoga')
  await expect(act).toBeDisabled()
  assert.deepEqual(await violations(page), [])
  await confirmation.getByLabel('Type Stillwater Yoga to confirm').fill('Stillwater Yoga')
  await act.click()
  await expect(toast('Stillwater Yoga was deleted')).toBeVisible()
  await expect(page).toHaveURL(home)
  await expect(card(page, 'Hearth & Rye')).toBeVisible()
  await expect(card(page, 'Stillwater Yoga')).toHaveCount(0)
  await page.goto(`${instance.url}/embed/pay?tenant=${yoga.public_key}`)
  await expect(page.getByText('This is not available right now')).toBeVisible()
  assert.equal((await mara.client.from('tenants').select('id').eq('id', yoga.id)).data?.length, 0)
  assert.equal((await mara.client.from('tenants').select('id').eq('id', bakery.id)).data?.length, 1)
})
