// Tenant Settings, Auth: what a builder sets there, and what visitors then find.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expect } from '@playwright/test'
import { launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { PROVIDER_CLIENT, testProvider } from '#testing/test-provider.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, studioContext } from './api.ts'
import { PASSWORD } from './creator.ts'

const provider = await testProvider()
const instance = await testInstance({ OUTBOUND_ALLOW: provider.issuer })
const keys = keysOf(instance)
const mara = await makeCreator(keys, { email: 'mara@hearthandrye.test', password: PASSWORD })
const tenant = await makeTenant(mara, 'Hearth & Rye')
const browser = await launchBrowser()
const page = await (await studioContext(browser, instance.url, mara.session)).newPage()
const auth = `${instance.url}/studio?dialog=settings&tenant=${tenant.id}&tab=auth`

/** What a client of the tenant is told to draw its forms from. */
async function offered(): Promise<{ external: Record<string, boolean>; disable_signup: boolean }> {
  const answer = await fetch(`${instance.url}/auth/v1/settings`, { headers: { apikey: tenant.public_key } })
  return (await answer.json()) as { external: Record<string, boolean>; disable_signup: boolean }
}
const toast = (words: string) => page.locator('.bb-toast', { hasText: words }).first()

test('[S2-141] Auth: built-in auth is the default; looking at the external provider changes nothing', async () => {
  await page.goto(auth)
  const choice = page.getByLabel('Provider', { exact: true })
  await expect(choice).toHaveValue('supabase')
  await expect(choice.getByRole('option')).toHaveText(['Built-in auth (default)', 'Auth0'])
  await choice.selectOption('auth0')
  await expect(page.getByText('Auth0 not connected')).toBeVisible()
  await expect(page.getByText('Now in use: Built-in auth.')).toBeVisible()
  await choice.selectOption('supabase')
  await expect(page.getByRole('heading', { name: 'Ways to sign in' })).toBeVisible()
  assert.deepEqual(await violations(page), [])
  const { data } = await mara.client.from('tenants').select('auth_provider').eq('id', tenant.id).single()
  assert.equal(data?.auth_provider, 'supabase')
})

test('a switch acts at once, survives a reload, and goes back with words when it is refused', async () => {
  await page.goto(auth)
  const accounts = page.getByRole('switch', { name: 'New accounts' })
  await expect(accounts).toBeChecked()
  await accounts.click()
  await expect(toast('Auth settings saved')).toBeVisible()
  assert.equal((await offered()).disable_signup, true)
  await page.getByRole('combobox', { name: 'Password length' }).selectOption('15')
  await page.getByRole('combobox', { name: 'Sessions end after', exact: true }).selectOption('30 days')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Sessions end after', exact: true })).toHaveValue(
      '2592000',
    )
  }).toPass()
  await expect(accounts).not.toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Password length' })).toHaveValue('15')
  await page.route('**/tenant-auth-settings', (route) =>
    route.fulfill({ status: 503, json: { error: 'The database is away', code: 'unavailable' } }),
  )
  await accounts.click()
  await expect(toast('The database is away')).toBeVisible()
  await expect(accounts).not.toBeChecked()
  await page.unroute('**/tenant-auth-settings')
})

test('a provider is tested before it is saved: what is wrong is told in words, nothing typed is lost', async () => {
  await page.goto(auth)
  await expect(page.getByText('No providers yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add Provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Provider' })
  await dialog.getByLabel('Provider', { exact: true }).selectOption('Another (OpenID Connect)')
  await dialog.getByRole('button', { name: 'Test and Save' }).click()
  await expect(dialog.getByText('Client ID is required')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Copy callback address' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(copied, `${instance.url}/auth/v1/callback`)
  await dialog.getByLabel('Name').fill('Rye staff')
  await dialog.getByLabel('Issuer').fill(provider.issuer)
  await dialog.getByLabel('Client ID').fill(PROVIDER_CLIENT.id)
  await dialog.getByLabel('Client secret').fill('wrong')
  await dialog.getByRole('button', { name: 'Test and Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'The provider does not know this client id and secret.',
  )
  await expect(dialog.getByLabel('Name')).toHaveValue('Rye staff')
  assert.equal((await offered()).external['custom:rye-staff'], undefined)
  await dialog.getByLabel('Client secret').fill(PROVIDER_CLIENT.secret)
  await dialog.getByRole('button', { name: 'Test and Save' }).click()
  await expect(toast('Rye staff saved')).toBeVisible()
  await expect(dialog).toBeHidden()
  assert.equal((await offered()).external['custom:rye-staff'], true)
})

test('a saved provider is switched, edited without its secret, and removed after a question', async () => {
  await page.goto(auth)
  const row = page.getByRole('list', { name: 'Providers' }).getByRole('listitem')
  await row.getByRole('switch', { name: 'Rye staff is offered' }).click()
  await expect(toast('Auth settings saved')).toBeVisible()
  assert.equal((await offered()).external['custom:rye-staff'], undefined)
  await row.getByRole('button', { name: 'Edit Rye staff' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Rye staff' })
  await expect(dialog.getByLabel('Client secret')).toHaveValue('')
  await expect(dialog.getByText('A secret is stored.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Rye team')
  // Escape keeps what was typed, for the next time.
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Edit Rye staff' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Rye team')
  await dialog.getByRole('button', { name: 'Test and Save' }).click()
  await expect(row.getByText('Rye team')).toBeVisible()
  await row.getByRole('button', { name: 'Remove Rye team' }).click()
  await page
    .getByRole('alertdialog', { name: 'Remove Rye team?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(page.getByText('No providers yet.')).toBeVisible()
})
