// The staff of a tenant: an invitation by email, what an editor may and may not do, and ownership that moves.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, studioContext } from './api.ts'
import { PASSWORD, card } from './creator.ts'
import { fitsItsWidth } from './sideways.ts'

const instance = await sharedInstance()
const keys = keysOf(instance)
const mara = await makeCreator(keys, { email: 'mara@staff.test', password: PASSWORD })
const noor = await makeCreator(keys, { email: 'noor@staff.test', password: PASSWORD })
const bakery = await makeTenant(mara, 'Hearth & Rye')
const browser = await launchBrowser()
const [owner, editor] = (await Promise.all(
  [mara, noor].map(async ({ session }) => (await studioContext(browser, instance.url, session)).newPage()),
)) as [Page, Page]
const staffPage = `${instance.url}/studio/staff?tenant=${bakery.id}`

test('[peers M10] the owner invites an editor, who accepts the link in the email', async () => {
  await owner.goto(staffPage)
  await expect(owner.getByText('0 of 1 seat used, beside the owner.')).toBeVisible()
  await expect(owner.getByRole('list', { name: 'Members' })).toContainText('mara@staff.test')
  await owner.getByRole('button', { name: 'Invite' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Invite to Hearth & Rye' })
  await dialog.getByLabel('Email').fill('noor@staff.test')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(owner.getByRole('list', { name: 'Invitations' })).toContainText('noor@staff.test')
  assert.deepEqual(await violations(owner), [])
  await owner.setViewportSize({ width: 390, height: 800 })
  await fitsItsWidth(owner)
  await owner.setViewportSize({ width: 1440, height: 900 })

  const { text } = await instance.mailTo('noor@staff.test', 1)
  const link = /https?:\/\/\S+\/invitation\?token=\S+/.exec(text)![0]
  await owner.goto(link)
  await expect(owner.getByText('You are signed in as mara@staff.test.')).toBeVisible()
  await editor.goto(link)
  await expect(editor.getByRole('heading', { name: 'Work on Hearth & Rye' })).toBeVisible()
  assert.deepEqual(await violations(editor), [])
  await editor.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(card(editor, 'Hearth & Rye')).toContainText('Editor')
  await editor.goto(link)
  await expect(editor.getByText('This invitation is no longer valid.')).toBeVisible()
})

test("an editor's day: the theme and the products, but no customers, orders, settings or staff", async () => {
  await editor.goto(`${instance.url}/studio`)
  const mine = card(editor, 'Hearth & Rye')
  await expect(mine.getByRole('button', { name: 'Theme' })).toBeVisible()
  await expect(mine.getByRole('button', { name: 'Products' })).toBeVisible()
  for (const name of ['Customers', 'Staff']) await expect(mine.getByRole('link', { name })).toHaveCount(0)
  await expect(mine.getByRole('button', { name: 'Tenant Settings' })).toHaveCount(0)

  // What is hidden is refused, too.
  const { id } = bakery
  const as = noor.client
  const renamed = await as.from('tenants').update({ name: 'Hearth & Rye & Co' }).eq('id', id).select('name')
  assert.equal(renamed.data?.[0]?.name, 'Hearth & Rye & Co')
  await as.from('tenants').update({ name: 'Hearth & Rye' }).eq('id', id)
  const sites = await as
    .from('tenants')
    .update({ allowed_origins: ['https://evil.example'] })
    .eq('id', id)
  assert.equal(sites.error?.code, '42501')

  // A screen that the role does not include says so, and who can change that.
  for (const [path, title] of [
    ['/studio/customers', 'Customers'],
    ['/studio/connect/stripe', 'Connect Center'],
    ['/bolt/sign-in', 'Members'],
    ['/bolt/payments/orders', 'Orders'],
  ]) {
    await editor.goto(`${instance.url}${path}?tenant=${id}`)
    await expect(editor.getByRole('heading', { name: title!, level: 1 })).toBeVisible()
    await expect(
      editor.getByText('Your role on Hearth & Rye is Editor; its owner can change it under Staff.'),
    ).toBeVisible()
    await expect(editor.getByRole('button', { name: /Try again|Retry/ })).toHaveCount(0)
  }
  assert.deepEqual(await violations(editor), [])

  // Navigation, tabs and palette offer the rest. Blocks opens with the owner's plan: this editor has none.
  const rail = editor.getByRole('navigation', { name: 'Main' })
  await expect(rail.getByRole('button', { name: 'Connect' })).toHaveCount(0)
  await rail.getByRole('link', { name: 'Payments' }).click()
  const tabs = editor.getByRole('main').getByRole('navigation', { name: 'Payments' }).getByRole('link')
  await expect(tabs).toHaveText(['Products', 'Look & embed'])
  await rail.getByRole('link', { name: 'Sign-in' }).click()
  await expect(editor).toHaveURL(/\/bolt\/sign-in\/embed/)
  await editor.goto(`${instance.url}/bolt/blocks`)
  await expect(editor.getByRole('list', { name: 'Kinds of blocks' })).toContainText('Payments')
  await editor.keyboard.press('ControlOrMeta+k')
  await editor.getByRole('combobox').fill('customers')
  await expect(editor.getByText('Nothing found for “customers”')).toBeVisible()
  await editor.keyboard.press('Escape')

  // Settings have what the role includes.
  await editor.goto(`${instance.url}/studio?dialog=settings&tab=products&tenant=${id}`)
  const settings = editor.getByRole('dialog', { name: 'Tenant Settings' })
  await expect(settings.getByRole('tab')).toHaveText(['General', 'Products'])
  await editor.goto(staffPage)
  await expect(editor.getByText('Your role on Hearth & Rye: Editor')).toBeVisible()
})

test('ownership moves: the owner offers it and the member accepts', async () => {
  await owner.goto(staffPage)
  await owner.getByRole('button', { name: 'Transfer ownership' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Transfer ownership' })
  await dialog.getByLabel('Type Hearth & Rye to confirm').fill('Hearth')
  await dialog.getByRole('button', { name: 'Offer ownership' }).click()
  await expect(dialog).toContainText('This is not the name of the tenant')
  await dialog.getByLabel('Type Hearth & Rye to confirm').fill('Hearth & Rye')
  await dialog.getByRole('button', { name: 'Offer ownership' }).click()
  await expect(owner.getByText('You offered the ownership to noor@staff.test')).toBeVisible()

  await editor.goto(`${instance.url}/studio`)
  await editor.getByRole('button', { name: 'Accept ownership' }).click()
  await expect(card(editor, 'Hearth & Rye').getByRole('button', { name: 'Tenant Settings' })).toBeVisible()
  await owner.goto(`${instance.url}/studio`)
  await expect(card(owner, 'Hearth & Rye')).toContainText('Admin')

  // An admin sees the payments, whose owner decides where the money goes.
  await owner.goto(`${instance.url}/studio/connect/stripe?tenant=${bakery.id}`)
  await expect(owner.getByText(/^Only the owner of Hearth & Rye connects/)).toBeVisible()
  for (const name of [/^Connect Stripe/, /^Switch to/, /^Standard OAuth/])
    await expect(owner.getByRole('button', { name })).toHaveCount(0)
  await owner.goto(`${instance.url}/studio?dialog=settings&tab=general&tenant=${bakery.id}`)
  const general = owner.getByRole('dialog', { name: 'Tenant Settings' })
  await expect(general.getByRole('heading', { name: 'Sites' })).toBeVisible()
  await expect(general.getByRole('button', { name: 'Delete tenant' })).toHaveCount(0)

  await editor.goto(staffPage)
  await expect(editor.getByRole('combobox', { name: 'Role of mara@staff.test' })).toHaveValue('admin')
  await editor.getByRole('button', { name: 'Remove mara@staff.test' }).click()
  await editor.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(editor.getByRole('list', { name: 'Members' })).not.toContainText('mara@staff.test')
  await owner.reload()
  await expect(card(owner, 'Hearth & Rye')).toHaveCount(0)
})
