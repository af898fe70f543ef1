// The auth block on a third-party site, in a browser that blocks third-party cookies: signing in with a
// provider, in a popup or in the page; and a builder's own page with the official client.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { expect } from '#testing/browser.ts'
import { violations } from '../accessibility.ts'
import { block } from '../visitor.ts'
import { button, openMill, signedInEvents } from './mill.ts'

const { instance, mill, operator, site, visitor } = await openMill()

/** Signs in at the provider. */
async function atProvider(page: Page, email: string, buttonName = 'Continue'): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name').fill('Ines Almeida')
  await page.getByRole('button', { name: buttonName }).click({ noWaitAfter: true })
}

async function openProvider(page: Page, auth: FrameLocator): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await button(auth, 'Continue with Sandbox').click()
  return opened
}

/** Records all messages that are posted to the page. */
const recordMessages = (context: BrowserContext) =>
  context.addInitScript(() => {
    if (top !== window) return
    const heard: string[] = []
    addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)))
    Object.defineProperty(window, 'heard', { get: () => heard })
  })

test('[K11] [K05] a sign-in with a provider completes in a popup, with third-party cookies blocked; the site gets no token, email address or id', async () => {
  const { context, page, auth } = await visitor()
  await recordMessages(context)
  await page.reload()
  const email = 'ines@provider.test'
  const window = await openProvider(page, auth)
  await expect(auth.getByText('Continue in the Sandbox window.')).toBeVisible()
  const closed = window.waitForEvent('close')
  await atProvider(window, email)
  await closed
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await expect(auth.getByText('Ines Almeida')).toBeVisible()
  // The event reaches the page through the loader's second chunk, which is loaded on demand.
  await expect
    .poll(() => signedInEvents(page))
    .toEqual([{ type: 'bb:signed-in', detail: { block: 'auth', restored: false } }])
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.join())
  assert.ok(heard.includes('signed-in'))
  assert.doesNotMatch(heard, /ey[\w-]+\.|@|auth_code|verifier|[0-9a-f]{8}-[0-9a-f]{4}-/)
  const { data } = await operator.from('end_users').select('email').eq('email', email)
  assert.equal(data?.length, 1)
  await page.reload()
  await expect(auth.getByText('Signed in as Ines Almeida')).toBeVisible()
})

test('a closed popup and a refused sign-in show an error, and the button works again', async () => {
  const { page, auth } = await visitor()
  await auth.getByLabel('Email').fill('typed@mill.test')
  const first = await openProvider(page, auth)
  await first.getByRole('button', { name: 'Continue' }).waitFor()
  await first.close()
  await expect(auth.getByText('The window was closed before you were signed in.')).toBeVisible()
  await expect(auth.getByLabel('Email')).toHaveValue('typed@mill.test')
  assert.deepEqual(await violations(page, true), [])
  const second = await openProvider(page, auth)
  await atProvider(second, 'no@provider.test', 'Cancel')
  await expect(auth.getByText('The sign-in was canceled.')).toBeVisible()
  await expect(button(auth, 'Continue with Sandbox')).toBeEnabled()
  assert.deepEqual(await signedInEvents(page), [])
})

test('a sign-in whose state is lost ends at the form, which explains that with the product’s own message', async () => {
  const { context, page } = await visitor()
  const lost = new URL('/auth/v1/authorize', instance.url)
  lost.search = String(new URLSearchParams({ provider: 'custom:sandbox', apikey: mill.public_key }))
  await page.goto(lost.href)
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  await context.clearCookies({ name: /^__Host-bb-login-/ })
  await atProvider(page, 'lost@provider.test')
  await page.waitForURL((url) => url.pathname === '/embed/auth')
  await expect(page.getByRole('alert')).toContainText('This sign-in took too long. Please start again.')
  assert.deepEqual(await violations(page), [])
  await page.reload()
  await page.getByLabel('Email').waitFor()
  await expect(page.getByRole('alert')).toHaveCount(0)
  const parameters = new URLSearchParams({
    tenant: mill.public_key,
    error_code: 'made_up',
    error_description: 'Call this number',
  })
  await page.goto(`${instance.url}/embed/auth?${parameters}`)
  await expect(page.getByRole('alert')).toContainText('Something went wrong. Please try again.')
})

test('[K11] if no popup can open, the page itself redirects to the provider and returns signed in', async () => {
  const { context, page, auth } = await visitor()
  await context.addInitScript(() => {
    globalThis.open = () => null
  })
  await page.reload()
  await button(auth, 'Continue with Sandbox').click()
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  await atProvider(page, 'whole@provider.test')
  await page.waitForURL((url) => url.origin === site)
  await expect(auth.getByText('Signed in as Ines Almeida')).toBeVisible()
  await expect.poll(() => new URL(page.url()).hash).toBe('')
})

test('two tabs of the site: a sign-in in one shows in the other', async () => {
  const { context, page, auth } = await visitor()
  const other = await context.newPage()
  await other.goto(site)
  await block(other, 'auth').getByLabel('Email').waitFor()
  await page.bringToFront()
  const window = await openProvider(page, auth)
  await atProvider(window, 'tabs@provider.test')
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await expect(block(other, 'auth').getByText('Signed in as Ines Almeida')).toBeVisible()
})

test('[F08] [S7-001] a builder’s own page on a listed site signs in by PKCE with the official client', async () => {
  const { page } = await visitor()
  await page.goto(`${site}/own`)
  await button(page, 'Sign in').click()
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  await atProvider(page, 'own@provider.test')
  await expect(page.locator('#who')).toHaveText('own@provider.test')
  assert.equal(new URL(page.url()).origin, site)
})
