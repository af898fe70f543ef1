// Tenant Settings, Auth: what a builder configures there, and the effect for visitors.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expect, launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { testIdentity } from '#testing/test-identity.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, operatorOf, studioContext } from './api.ts'
import { PASSWORD } from './creator.ts'
import { escape } from './windows.ts'

const provider = await testIdentity()
const instance = await testInstance({ OUTBOUND_ALLOW: provider.origin })
const keys = keysOf(instance)
const mara = await makeCreator(keys, { email: 'mara@hearthandrye.test', password: PASSWORD })
const tenant = await makeTenant(mara, 'Hearth & Rye')
// Custom providers require the Pro plan.
const { error: noPlan } = await operatorOf(keys)
  .from('bolt_subscriptions')
  .upsert({ user_id: mara.session.user.id, plan_id: 'pro', status: 'active' })
assert.ifError(noPlan)
const browser = await launchBrowser()
const page = await (await studioContext(browser, instance.url, mara.session)).newPage()
const auth = `${instance.url}/studio?dialog=settings&tenant=${tenant.id}&tab=auth`

/** The settings from which a client of the tenant builds its forms. */
async function offered(): Promise<{ external: Record<string, boolean>; disable_signup: boolean }> {
  const response = await fetch(`${instance.url}/auth/v1/settings`, { headers: { apikey: tenant.public_key } })
  return (await response.json()) as { external: Record<string, boolean>; disable_signup: boolean }
}
/**
 * Does something that saves a setting, and waits for the response, because a reload would cancel the
 * request.
 */
async function saving(work: Promise<unknown>): Promise<void> {
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/tenant-auth-settings') && response.request().method() === 'PATCH',
  )
  await work
  assert.equal((await saved).status(), 200)
}
const toast = (text: string) => page.locator('.bb-toast', { hasText: text }).first()

test('[S2-141] Auth: built-in auth is the default; viewing the external provider changes nothing', async () => {
  await page.goto(auth)
  const choice = page.getByLabel('Provider', { exact: true })
  await expect(choice).toHaveValue('supabase')
  await expect(choice.getByRole('option')).toHaveText(['Built-in auth (default)', 'Auth0'])
  await choice.selectOption('auth0')
  await escape(page.getByRole('dialog', { name: 'Connect Auth0' }))
  await expect(page.getByText('Auth0 not connected')).toBeVisible()
  await expect(page.getByText('Now in use: Built-in auth.')).toBeVisible()
  await choice.selectOption('supabase')
  await expect(page.getByRole('heading', { name: 'Ways to sign in' })).toBeVisible()
  assert.deepEqual(await violations(page), [])
  const { data } = await mara.client.from('tenants').select('auth_provider').eq('id', tenant.id).single()
  assert.equal(data?.auth_provider, 'supabase')
})

test('a switch takes effect immediately, survives a reload, and reverts with an error when it is refused', async () => {
  await page.goto(auth)
  const accounts = page.getByRole('switch', { name: 'New accounts' })
  await expect(accounts).toBeChecked()
  const saveState = page.getByRole('tabpanel', { name: 'Auth' }).locator('output').first()
  await expect(saveState).toHaveText('Changes are saved automatically.')
  await saving(accounts.click())
  await expect(toast('Auth settings saved')).toBeVisible()
  await expect(saveState).toHaveText('All changes saved.')
  assert.equal((await offered()).disable_signup, true)
  const session = page.getByRole('combobox', { name: 'Sessions end after', exact: true })
  await saving(page.getByRole('combobox', { name: 'Password length' }).selectOption('15'))
  await saving(session.selectOption('30 days'))
  await page.reload()
  await expect(session).toHaveValue('2592000')
  await expect(accounts).not.toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Password length' })).toHaveValue('15')
  await page.route('**/tenant-auth-settings', (route) =>
    route.fulfill({ status: 503, json: { error: 'The database is away', code: 'unavailable' } }),
  )
  await accounts.click()
  await expect(toast('The database is away')).toBeVisible()
  await expect(accounts).not.toBeChecked()
  await expect(saveState).toHaveText('The last change was not saved.')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  for (const name of ['Your own apps', 'Ways to sign in']) {
    await sections.getByRole('button', { name }).click()
    await expect(page.getByRole('heading', { name, exact: true })).toBeFocused()
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport()
  }
  await page.unroute('**/tenant-auth-settings')
})

test('a provider is tested before it is saved: errors are explained, and no input is lost', async () => {
  await page.goto(auth)
  await expect(
    page.getByText('No providers of your own yet. While developing, visitors see Sandbox.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Add provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add provider' })
  await dialog.getByLabel('Provider', { exact: true }).selectOption('Another (OpenID Connect)')
  await dialog.getByRole('button', { name: 'Test and save' }).click()
  await expect(dialog.getByText('Client ID is required')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Copy callback address' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(copied, `${instance.url}/auth/v1/callback`)
  await dialog.getByLabel('Name').fill('Rye staff')
  await dialog.getByLabel('Issuer').fill(provider.issuer)
  await dialog.getByLabel('Client ID').fill(provider.clientId)
  await dialog.getByLabel('Client secret').fill('wrong')
  await dialog.getByRole('button', { name: 'Test and save' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'The provider does not know this client id and secret.',
  )
  await expect(dialog.getByLabel('Name')).toHaveValue('Rye staff')
  assert.equal((await offered()).external['custom:rye-staff'], undefined)
  await dialog.getByLabel('Client secret').fill(provider.clientSecret)
  await dialog.getByRole('button', { name: 'Test and save' }).click()
  await expect(toast('Rye staff saved')).toBeVisible()
  await expect(dialog).toBeHidden()
  assert.equal((await offered()).external['custom:rye-staff'], true)
})

test('a visitor signs in with the newly saved provider, once new accounts are allowed', async () => {
  const visitor = await (await studioContext(browser, instance.url, undefined)).newPage()
  const returnFromProvider = async () => {
    const query = new URLSearchParams({
      provider: 'custom:rye-staff',
      apikey: tenant.public_key,
      redirect_to: `${instance.url}/embed/auth?tenant=${tenant.public_key}`,
    })
    await visitor.goto(`${instance.url}/auth/v1/authorize?${query}`)
    await visitor.getByRole('textbox', { name: 'Email' }).fill('nils@cornermill.test')
    await visitor.getByRole('button', { name: 'Continue' }).click()
    await visitor.waitForURL((url) => url.origin === instance.url && url.pathname === '/embed/auth')
    return new URL(visitor.url()).searchParams.get('error_code')
  }
  assert.equal(await returnFromProvider(), 'signup_disabled')
  await saving(page.getByRole('switch', { name: 'New accounts' }).click())
  assert.equal(await returnFromProvider(), null)
  const response = await fetch(`${instance.url}/auth/v1/admin/users`, {
    headers: {
      apikey: keys.serviceRoleKey,
      authorization: `Bearer ${keys.serviceRoleKey}`,
      'x-bb-pool': tenant.id,
    },
  })
  const { users } = (await response.json()) as {
    users: { email: string; app_metadata: { providers: string[] } }[]
  }
  assert.deepEqual(
    users.map(({ email, app_metadata }) => [email, app_metadata.providers]),
    [['nils@cornermill.test', ['custom:rye-staff']]],
  )
  await visitor.context().close()
})

test('a saved provider is switched on and off, edited without its secret, and removed after a confirmation', async () => {
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
  // Escape keeps the input for the next time.
  await escape(dialog)
  await row.getByRole('button', { name: 'Edit Rye staff' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Rye team')
  await dialog.getByRole('button', { name: 'Test and save' }).click()
  await expect(row.getByText('Rye team')).toBeVisible()
  await row.getByRole('button', { name: 'Remove Rye team' }).click()
  await page
    .getByRole('alertdialog', { name: 'Remove Rye team?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(
    page.getByText('No providers of your own yet. While developing, visitors see Sandbox.'),
  ).toBeVisible()
})
