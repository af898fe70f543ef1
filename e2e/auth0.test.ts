// A tenant whose users sign in with the tenant's Auth0: on a third-party site, in a browser that blocks
// third-party cookies, with the official browser library against a certified provider that imitates Auth0.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { AUTH0_CLIENTS, AUTH0_DOMAIN } from '#sandbox/auth0/clients.ts'
import type { LoggedRequest } from '#sandbox/auth0/request-log.ts'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { blocks } from '#blocks/registry.ts'
import { scriptTag } from '#kernel/browser/snippet.ts'
import { functionCall } from '#testing/function-call.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, operatorOf } from './api.ts'
import { block, eventsOf, recordEvents } from './visitor.ts'

const instance = await sharedInstance()
const keys = keysOf(instance)
const mara = await makeCreator(keys, { email: 'mara@auth0.test', password: 'slow bread before dawn' })
const mill = await makeTenant(mara, 'Mill')
const operator = operatorOf(keys)

/** The tag as the Studio prints it, before or after the switch to Auth0. */
const copied = (auth_provider: string) =>
  scriptTag({ public_key: mill.public_key, theme: 'clean', mode: 'test', auth_provider }, blocks.auth, {
    test: instance.url,
    live: instance.url,
  })
const server = createServer(({ url }, response) => {
  const tag = copied(url === '/copied-before' ? 'supabase' : 'auth0')
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><title>Mill</title><body><h1>Mill</h1>${tag}<p>Below</p></body></html>`,
    )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const site = `http://mill.localhost:${(server.address() as AddressInfo).port}`
const listed = await operator
  .from('tenants')
  .update({ allowed_origins: [site] })
  .eq('id', mill.id)
assert.ifError(listed.error)

const asMara = functionCall(
  { request: (path, init) => fetch(new URL(path, instance.url), init) },
  keys.anonKey,
  mara.session.access_token,
)
const { spa, machine } = AUTH0_CLIENTS
const form = { tenant_id: mill.id, domain: AUTH0_DOMAIN, client_id: spa.id, client_secret: spa.secret }

const browser = await launchBrowser()

/** Opens the site as a new visitor with third-party cookies blocked. */
async function visitor(): Promise<{ page: Page; auth: FrameLocator }> {
  const context = await browser.newContext({ viewport: { width: 900, height: 900 }, locale: 'en-GB' })
  context.setDefaultTimeout(PATIENCE)
  after(() => context.close())
  await recordEvents(context)
  const page = await strictPage(context)
  await page.goto(site)
  return { page, auth: block(page, 'auth') }
}

const button = (on: FrameLocator | Page, name: string) => on.getByRole('button', { name, exact: true })
const signInButton = (auth: FrameLocator) => button(auth, 'Sign In with Auth0')

/** Clicks the button; Auth0's window opens during the click. */
async function openAuth0(page: Page, auth: FrameLocator): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await signInButton(auth).click()
  const window = await opened
  await window.waitForURL(/\/auth0\/interaction\//)
  return window
}

/** Completes the sign-in as a user who exists at Acme. */
async function signIn(page: Page, auth: FrameLocator, name = 'Ada Acme'): Promise<void> {
  const window = await openAuth0(page, auth)
  const closed = window.waitForEvent('close')
  await button(window, `Continue as ${name}`).click({ noWaitAfter: true })
  await closed
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
}

/** Requests that the sandbox has received at a path. */
async function requestsTo(path: string): Promise<LoggedRequest[]> {
  const response = await fetch(`${instance.sandboxUrl}/_sandbox/auth0`)
  return ((await response.json()) as LoggedRequest[]).filter((request) => request.path === path)
}

test('[S7-044] an application is tested at Auth0 and connected; a wrong secret differs from one that cannot be checked', async () => {
  const of = (client: { id: string; secret: string }) =>
    asMara('POST', '/test-auth0', { ...form, client_id: client.id, client_secret: client.secret })
  assert.equal((await of({ ...machine, secret: 'wrong' })).body.code, 'auth0_secret_wrong')
  assert.equal((await of(machine)).body.secret, 'verified')
  const { status, body } = await asMara('POST', '/connect-auth0', form)
  assert.deepEqual(
    [status, body],
    [200, { success: true, secret: 'not_checkable', callback: 'registered', warnings: [] }],
  )
})

test('[S2-201] [S3-028] [S3-070] [S4-060] [S4-061] [S4-062] [S4-064] [S4-065] [S6-012] [S7-079] [S7-080] [S9-055] [K11] [F08] users sign in through Auth0’s popup and stay signed in', async () => {
  const { page, auth } = await visitor()
  await expect(signInButton(auth)).toBeVisible()
  assert.deepEqual(await violations(page, true), [])
  const window = await openAuth0(page, auth)
  await expect(auth.getByText('Continue in the Auth0 window.')).toBeVisible()
  const closed = window.waitForEvent('close')
  await button(window, 'Continue as Ada Acme').click({ noWaitAfter: true })
  await closed
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await expect(auth.getByText('Ada Acme')).toBeVisible()
  await expect(auth.getByText('ada@acme.example')).toBeVisible()
  // The event reaches the page through the loader's second chunk, which is loaded on demand.
  await expect
    .poll(async () => (await eventsOf(page)).filter(({ type }) => type === 'bb:signed-in'))
    .toEqual([{ type: 'bb:signed-in', detail: { block: 'auth', restored: false } }])

  const frame = page.frames().find((one) => one.url().includes('/embed/'))!
  const stored = await frame.evaluate(() => sessionStorage.getItem('auth0_user'))
  assert.deepEqual(JSON.parse(stored!), { name: 'Ada Acme', nickname: 'ada', email: 'ada@acme.example' })

  const { query } = (await requestsTo('/authorize')).findLast(({ query: { prompt } }) => prompt !== 'none')!
  assert.deepEqual(
    [query.scope, query.response_type, query.code_challenge_method, query.redirect_uri],
    ['openid profile email', 'code', 'S256', `${instance.url}/embed/auth?tenant=${mill.public_key}`],
  )
  assert.ok(query.state && query.nonce && query.code_challenge)
  assert.ok((await requestsTo('/oauth/token')).some(({ method }) => method === 'POST'))
  const { data } = await operator.from('end_users').select('email').eq('tenant_id', mill.id)
  assert.deepEqual(data, [{ email: 'ada@acme.example' }])

  await page.reload()
  await expect(auth.getByText('Signed in as Ada Acme')).toBeVisible()
})

test('[K09] a lone button reserves the height of a button, and no state moves the content below; a tag copied earlier keeps its height', async () => {
  for (const [path, reservedHeight] of [
    ['/', blocks.auth.embed.heightWithAuth0],
    ['/copied-before', blocks.auth.embed.height],
  ] as const) {
    const { page, auth } = await visitor()
    await page.setViewportSize({ width: 390, height: 900 })
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) document.body.dataset.moved = entry.name
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(site + path)
    const assertContentBelow = async (state: string) => {
      // State changes are painted with a short delay.
      await page.waitForTimeout(100)
      const at = await page.getByText('Below').evaluate((el) => el.getBoundingClientRect().top)
      const frame = (await page.locator('iframe').boundingBox())!
      assert.deepEqual(
        [Math.round(at - frame.y - 16), frame.height],
        [reservedHeight, reservedHeight],
        `${path}: ${state}`,
      )
    }
    await expect(signInButton(auth)).toBeVisible()
    await assertContentBelow('button')
    const window = await openAuth0(page, auth)
    await expect(auth.getByText('Continue in the Auth0 window.')).toBeVisible()
    await assertContentBelow('waiting')
    const closed = window.waitForEvent('close')
    await button(window, 'Continue as Ada Acme').click({ noWaitAfter: true })
    await closed
    await expect(auth.getByText('ada@acme.example')).toBeVisible()
    await assertContentBelow('welcome')
    await button(auth, 'Continue').click()
    await expect(auth.getByText('Signed in as Ada Acme')).toBeVisible()
    await assertContentBelow('signed in')
    const moved = () => page.evaluate(() => document.body.dataset.moved)
    assert.equal(await moved(), undefined, `${path}: while signing in`)
    await page.reload()
    await expect(auth.getByText('Signed in as Ada Acme')).toBeVisible()
    await assertContentBelow('signed in again')
    assert.equal(await moved(), undefined, `${path}: on the next visit`)
  }
})

test('[S7-081] signing out ends the session here and at Auth0: the next sign-in asks for the account', async () => {
  const { page, auth } = await visitor()
  await signIn(page, auth)
  await page.reload()
  const opened = page.context().waitForEvent('page')
  await button(auth, 'Sign out').click()
  const window = await opened
  if (!window.isClosed()) await window.waitForEvent('close')
  await expect(signInButton(auth)).toBeVisible()
  const logout = (await requestsTo('/v2/logout')).at(-1)!
  assert.equal(logout.query.client_id, spa.id)
  const back = `${instance.url}/embed/auth?tenant=${mill.public_key}&signed_out=1`
  assert.equal(logout.query.returnTo, back)
  const frame = page.frames().find((one) => one.url().includes('/embed/'))!
  assert.equal(await frame.evaluate(() => sessionStorage.getItem('auth0_user')), null)
  const again = await openAuth0(page, auth)
  await expect(button(again, 'Continue as Ben Acme')).toBeVisible()
})

test('a sign-in refused or canceled at Auth0 shows an error, and the button works again', async () => {
  const { page, auth } = await visitor()
  const first = await openAuth0(page, auth)
  await button(first, 'Cancel').click({ noWaitAfter: true })
  await expect(auth.getByText('The sign-in was canceled.')).toBeVisible()
  assert.deepEqual(await violations(page, true), [])
  const second = await openAuth0(page, auth)
  await button(second, 'Refuse: a second factor is needed').click({ noWaitAfter: true })
  await expect(auth.getByText('Your account requires a second step.')).toBeVisible()
  const third = await openAuth0(page, auth)
  await third.close()
  await expect(auth.getByText('The window was closed before you were signed in.')).toBeVisible()
  await expect(signInButton(auth)).toBeEnabled()
})

test('if the browser blocks the popup, the page itself redirects to Auth0 and returns signed in', async () => {
  const { page, auth } = await visitor()
  await page.context().addInitScript(() => (window.open = () => null))
  await page.reload()
  await signInButton(auth).click()
  await page.waitForURL(/\/auth0\/interaction\//)
  await button(page, 'Continue as Ben Acme').click({ noWaitAfter: true })
  await page.waitForURL((url) => url.origin === site)
  await expect(auth.getByText('Signed in as Ben Acme')).toBeVisible()
  await expect.poll(() => new URL(page.url()).hash).toBe('')
})

test('[S4-064] [F07] the login address starts a sign-in that ends at the success page; a response to no sign-in is refused with an error', async () => {
  const { page } = await visitor()
  await page.goto(`${instance.url}/login?tenant=${mill.public_key}`)
  await page.waitForURL(/\/auth0\/interaction\//)
  await button(page, 'Continue as Ada Acme').click({ noWaitAfter: true })
  await page.waitForURL(/\/embed\/success/)
  await expect(page.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await expect(page.getByText('Ada Acme')).toBeVisible()
  await page.goto(`${instance.url}/embed/auth?tenant=${mill.public_key}&code=stolen&state=made-up`)
  await expect(page.getByRole('alert')).toContainText('This sign-in has expired. Please start again.')
  assert.ok(!page.url().includes('stolen'))
  assert.deepEqual(await violations(page), [])
})

test('[S5-005] a tenant without a client id shows the exact error message', async () => {
  const incomplete = await makeTenant(mara, 'Half')
  const set = { auth_provider: 'auth0', auth0_domain: AUTH0_DOMAIN }
  assert.ifError((await operator.from('tenants').update(set).eq('id', incomplete.id)).error)
  const { page } = await visitor()
  await page.goto(`${instance.url}/embed/auth?tenant=${incomplete.public_key}`)
  await button(page, 'Sign In with Auth0').click()
  await expect(page.getByText('Auth0 is not properly configured for this tenant')).toBeVisible()
})

test('[S4-038] after the switch back to the built-in auth all users keep their rows, and the form is shown again', async () => {
  const { data: before } = await operator.from('end_users').select('auth_user_id').eq('tenant_id', mill.id)
  assert.ok(before!.length >= 2)
  const { status } = await asMara('POST', '/auth-config', { tenant_id: mill.id, auth_provider: 'supabase' })
  assert.equal(status, 200)
  const { auth } = await visitor()
  await expect(auth.getByLabel('Email')).toBeVisible()
  const { data } = await operator.from('end_users').select('auth_user_id').eq('tenant_id', mill.id)
  assert.deepEqual(data, before)
  const settings = await asMara('GET', `/tenant-auth0?tenant_id=${mill.id}`)
  assert.deepEqual(
    [settings.body.connected, settings.body.domain, settings.body.secret_set],
    [false, null, false],
  )
})
