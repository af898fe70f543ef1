// Tenant Settings, Auth: the wizard that makes Auth0 the sign-in provider of visitors, and the switch back.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, operatorOf, studioContext } from './api.ts'
import { PASSWORD } from './creator.ts'
import { escape } from './windows.ts'

const DOMAIN = 'mill.eu.auth0.com'
const CLIENT = { id: 'spa-client', secret: 'a secret of the application' }

/** A fake Auth0 that responds to the requests of a connection test. */
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
let origin = ''
const auth0 = createServer((request, response) => {
  const url = new URL(request.url!, origin)
  const json = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (url.pathname === '/.well-known/openid-configuration')
    return json(200, {
      issuer: `${origin}/`,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      jwks_uri: `${origin}/.well-known/jwks.json`,
    })
  if (url.pathname === '/.well-known/jwks.json') return json(200, { keys: [jwk] })
  if (url.pathname === '/authorize')
    return response
      .writeHead(302, { location: `${url.searchParams.get('redirect_uri')}&error=login_required` })
      .end()
  let sent = ''
  request.on('data', (part: Buffer) => (sent += part.toString()))
  request.on('end', () =>
    sent.includes(CLIENT.secret)
      ? json(403, { error: 'access_denied', error_description: 'Client is not authorized to access "x"' })
      : json(401, { error: 'access_denied', error_description: 'Unauthorized' }),
  )
  return undefined
})
await new Promise<void>((resolve) => auth0.listen(0, '127.0.0.1', resolve))
after(() => auth0.close())
origin = `http://localhost:${(auth0.address() as AddressInfo).port}`

const instance = await testInstance({
  AUTH0_DOMAIN_OVERRIDES: `${DOMAIN}=${origin},away.auth0.com=http://localhost:1`,
})
const keys = keysOf(instance)
const mara = await makeCreator(keys, { email: 'mara@mill.test', password: PASSWORD })
const mill = await makeTenant(mara, 'Mill')
const operator = operatorOf(keys)
const browser = await launchBrowser()
const page = await (await studioContext(browser, instance.url, mara.session)).newPage()
const settings = `${instance.url}/studio?dialog=settings&tenant=${mill.id}&tab=auth`

const wizard = page.getByRole('dialog', { name: 'Connect Auth0' })
const provider = page.getByLabel('Provider', { exact: true })
const press = (name: string) => wizard.getByRole('button', { name, exact: true }).click()
const heading = (name: string) => wizard.getByRole('heading', { name, exact: true })
const toast = (text: string) => page.locator('.bb-toast', { hasText: text }).first()
const STEPS = ['Create Auth0 Application', 'Configure URLs', 'Get Credentials', 'Test Connection'] as const
const openStep = (at: number) => wizard.getByRole('button', { name: `${at + 1}. ${STEPS[at]}` }).click()
const stored = async () =>
  (
    await operator
      .from('tenants')
      .select('auth_provider,auth0_domain,auth0_client_id,auth0_client_secret_set')
      .eq('id', mill.id)
      .single()
  ).data

async function fill(over: Partial<Record<'Domain' | 'Client ID' | 'Client Secret', string>> = {}) {
  const values = { Domain: DOMAIN, 'Client ID': CLIENT.id, 'Client Secret': CLIENT.secret, ...over }
  for (const [label, value] of Object.entries(values))
    await wizard.getByLabel(label, { exact: true }).fill(value)
}

test('[S2-153] [S2-154] [S2-155] [S4-039] [S9-038] choosing Auth0 opens four steps without a request', async () => {
  await page.goto(settings)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await provider.selectOption('Auth0')
  await expect(heading(STEPS[0])).toBeVisible()
  // It takes the place of the dialog that it belongs to, and leads back to it.
  await expect(page.locator('.bb-dialog').filter({ visible: true })).toHaveCount(1)
  await press('Tenant Settings')
  await expect(page.getByRole('dialog', { name: 'Tenant Settings' })).toBeVisible()
  await expect(wizard).toHaveCount(0)
  await page.getByRole('button', { name: 'Connect Auth0' }).click()
  await expect(heading(STEPS[0])).toBeFocused()
  await expect(wizard.getByText('Step 1 of 4')).toBeVisible()
  await expect(wizard.getByText('Single Page Application', { exact: true })).toBeVisible()
  assert.deepEqual(await violations(page), [])
  assert.deepEqual(
    requests.filter((path) => /\/(auth-config|\w+-auth0)$/.test(path)),
    [],
    'requests to the Auth0 endpoints',
  )
  assert.equal((await stored())?.auth_provider, 'supabase')
  assert.deepEqual(
    await wizard.getByRole('navigation', { name: 'Steps' }).getByRole('button').allInnerTexts(),
    ['1', '2', '3', '4'],
  )
  await press('Next')
  await expect(heading(STEPS[1])).toBeFocused()
  await press('Next')
  await press('Previous')
  await expect(heading(STEPS[1])).toBeFocused()
  for (const at of [3, 0, 2, 1] as const) {
    await openStep(at)
    await expect(heading(STEPS[at])).toBeFocused()
    await expect(wizard.locator('[aria-current=step]')).toHaveAccessibleName(`${at + 1}. ${STEPS[at]}`)
  }
})

test('[S2-043] [S2-044] [S2-045] [S2-163] [S2-164] [S2-165] the addresses are shown with copy buttons', async () => {
  const shown = (name: string) => wizard.getByLabel(name, { exact: true })
  await expect(shown('Allowed Callback URLs')).toContainText(`${instance.url}/embed/auth`)
  await expect(shown('Application Login URI')).toContainText(`${instance.url}/login`)
  const logout = async () => (await shown('Allowed Logout URLs').innerText()).split(', ')
  await expect.poll(logout).toContain(instance.url)
  await expect(shown('Allowed Web Origins')).toHaveText(instance.url)
  assert.deepEqual(await violations(page), [])
  await wizard.getByRole('button', { name: 'Copy Allowed Web Origins' }).click()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), instance.url)
})

test('[S2-156] [S2-157] the test button waits for all three values, and the input except the secret survives closing the wizard', async () => {
  await openStep(2)
  const button = wizard.getByRole('button', { name: 'Test Connection', exact: true })
  for (const label of ['Domain', 'Client ID', 'Client Secret'] as const) {
    await fill({ [label]: '' })
    await expect(button).toBeDisabled()
  }
  await fill()
  await expect(button).toBeEnabled()
  await escape(wizard)
  await page.getByRole('button', { name: 'Connect Auth0' }).click()
  await expect(wizard.getByLabel('Domain')).toHaveValue(DOMAIN)
  await expect(wizard.getByLabel('Client Secret', { exact: true })).toHaveValue('')
})

test('each step has a URL: the browser’s Back closes the wizard, a reload restores the step, and Back loses no input', async () => {
  await escape(wizard)
  await page.goto(settings)
  await provider.selectOption('Auth0')
  await openStep(2)
  await expect(page).toHaveURL(/&auth0=3$/)
  await wizard.getByLabel('Domain').fill(DOMAIN)
  await page.goBack()
  await expect(wizard).toHaveCount(0)
  await expect(page).toHaveURL(settings)
  await page.getByRole('button', { name: 'Connect Auth0' }).click()
  await expect(heading(STEPS[2])).toBeVisible()
  await expect(wizard.getByLabel('Domain')).toHaveValue(DOMAIN)
  await page.reload()
  await expect(heading(STEPS[2])).toBeVisible()
  await expect(provider).toHaveValue('auth0')
  // Close the wizard when the history has no earlier step.
  await page.goto(`${settings}&auth0=2`)
  await expect(heading(STEPS[1])).toBeFocused()
  await escape(wizard)
  await expect(page).toHaveURL(settings)
  await page.getByRole('button', { name: 'Connect Auth0' }).click()
  await openStep(2)
})

test('[S8-014] [S5-002] [S5-003] a failed test shows the reason and keeps the input', async () => {
  for (const [over, expected] of [
    [{ Domain: 'evil.example' }, 'Invalid Auth0 domain format'],
    [{ Domain: 'away.auth0.com' }, 'Cannot reach Auth0 domain. Please check your domain.'],
    [{ 'Client Secret': 'another one' }, 'Auth0 does not know this client ID with this client secret.'],
  ] as const) {
    await fill(over)
    await press('Test Connection')
    await expect(toast('Connection Test Failed').filter({ hasText: expected })).toBeVisible()
    await expect(wizard.getByRole('alert')).toContainText(expected)
    await expect(wizard.getByLabel('Client ID')).toHaveValue(CLIENT.id)
  }
  assert.deepEqual(await violations(page), [])
  assert.equal((await stored())?.auth_provider, 'supabase')
})

test('[S5-001] [S8-012] [S8-013] a failed connection shows an error, with or without a reason', async () => {
  await fill({ Domain: '' })
  await openStep(3)
  await expect(wizard.getByText('This connection has not been tested yet.')).toBeVisible()
  await expect(wizard.getByText('Not entered yet', { exact: true })).toBeVisible()
  await expect(wizard.getByText(CLIENT.id, { exact: true })).toBeVisible()
  await expect(wizard.getByRole('navigation', { name: 'Steps' }).locator('svg')).toHaveCount(0)
  await expect(wizard.getByText('To connect, go back and enter the domain')).toBeVisible()
  await expect(wizard.getByRole('button', { name: 'Back to Edit' })).toHaveAttribute(
    'data-variant',
    'primary',
  )
  await press('Complete Connection')
  await expect(toast('Connection Failed').filter({ hasText: 'All fields are required' })).toBeVisible()
  await page.route('**/connect-auth0', (route) => route.fulfill({ status: 500, body: 'no JSON' }))
  await press('Complete Connection')
  await expect(toast('Connection Failed').filter({ hasText: 'Failed to connect Auth0' })).toBeVisible()
  await page.unroute('**/connect-auth0')
})

test('[S2-158] [S2-159] [S2-160] [S2-161] [S2-162] [S2-191] [S8-093] [S8-095] a passed test leads to the last step, which makes Auth0 the provider', async () => {
  await press('Back to Edit')
  await fill({ Domain: `https://${DOMAIN}/` })
  await page.keyboard.press('Enter')
  await expect(toast('Connection Test Passed!')).toContainText(
    'Auth0 domain is reachable and properly configured.',
  )
  await expect(heading('Test Connection')).toBeFocused()
  await expect(wizard.getByText('Verified by Auth0')).toBeVisible()
  await expect(wizard.getByRole('alert')).toHaveCount(0)
  assert.deepEqual(await violations(page), [])
  await press('Back to Edit')
  await expect(wizard.getByLabel('Client Secret', { exact: true })).toHaveValue(CLIENT.secret)
  await openStep(3)
  await press('Complete Connection')
  await expect(toast('Auth0 connected successfully. Your authentication is ready!')).toBeVisible()
  await expect(wizard).toHaveCount(0)
  const reopen = page.getByRole('button', { name: 'Change connection' })
  await reopen.click()
  await expect(heading(STEPS[0])).toBeVisible()
  await escape(wizard)
  assert.deepEqual(await stored(), {
    auth_provider: 'auth0',
    auth0_domain: DOMAIN,
    auth0_client_id: CLIENT.id,
    auth0_client_secret_set: true,
  })
  await page.reload()
  await expect(provider).toHaveValue('auth0')
  const tab = page.getByRole('tabpanel', { name: 'Auth' })
  await expect(tab.getByText('Auth0 connected', { exact: true })).toBeVisible()
  await expect(tab.getByText('Stored', { exact: true })).toBeVisible()
  assert.ok(!(await page.content()).includes(CLIENT.secret))
  await reopen.click()
  await openStep(2)
  await expect(wizard.getByLabel('Domain')).toHaveValue(DOMAIN)
  await expect(wizard.getByText('A secret is stored but never shown.', { exact: false })).toBeVisible()
  await escape(wizard)
})

test('the wizard fits on a phone, and switching back to the built-in auth clears the settings', async () => {
  await page.setViewportSize({ width: 390, height: 780 })
  await page.getByRole('button', { name: 'Change connection' }).click()
  for (const at of [0, 1, 2, 3] as const) {
    await openStep(at)
    await expect(heading(STEPS[at])).toBeVisible()
    assert.equal(await sideways(page), 0, STEPS[at])
  }
  assert.deepEqual(await violations(page), [])
  await escape(wizard)
  await page.setViewportSize({ width: 1280, height: 900 })
  await provider.selectOption('Built-in auth (default)')
  await page.getByRole('button', { name: 'Switch to built-in auth' }).click()
  await page.getByRole('button', { name: 'Switch', exact: true }).click()
  await expect(toast('Switched to Supabase authentication')).toBeVisible()
  assert.deepEqual(await stored(), {
    auth_provider: 'supabase',
    auth0_domain: null,
    auth0_client_id: null,
    auth0_client_secret_set: false,
  })
})

test('[peers A14] server samples for tokens are shown in three languages, with the tenant’s own key', async () => {
  const section = page.getByRole('region', { name: 'Members on your server' })
  for (const [language, expected] of [
    ['JavaScript', 'jwtVerify'],
    ['Python', 'PyJWKClient'],
    ['PHP', 'JWK::parseKeySet'],
  ] as const) {
    await section.getByRole('tab', { name: language }).click()
    const panel = section.getByRole('tabpanel')
    await expect(panel).toContainText(expected)
    await expect(panel).toContainText(mill.public_key)
    await expect(panel).toContainText(`${instance.url}/auth/v1/.well-known/jwks.json`)
  }
})

/** Pixels by which the page or a dialog on it can scroll horizontally. */
const sideways = (on: Page) =>
  on.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll('[role=dialog]')].map(
        (el) => el.scrollWidth - el.clientWidth,
      ),
    ),
  )
