// A builder's own application: it is added in Tenant Settings, and visitors and creators sign in to it on the
// consent pages. The application uses an independent OAuth library and runs on its own site.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import * as oauth from 'oauth4webapi'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { PATIENCE, expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeMember, makeTenant, operatorOf, studioContext } from './api.ts'
import { PASSWORD } from './creator.ts'

const instance = await sharedInstance()
const keys = keysOf(instance)
const mara = await makeCreator(keys, { email: 'mara@consent.test', password: PASSWORD })
const tenant = await makeTenant(mara, 'Hearth & Rye')
const browser = await launchBrowser()

const shop = createServer((_, response) =>
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<!doctype html><html lang="en"><title>Shop</title><h1>The shop</h1></html>'),
)
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
after(() => shop.close())
const BACK = `http://shop.localhost:${(shop.address() as AddressInfo).port}/back`

const http = { [oauth.allowInsecureRequests]: true }
const issuer = new URL(`${instance.url}/auth/v1`)
const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http))

interface App {
  id: string
  secret: string
}

/**
 * Redirects a browser from the application to the server.
 * @returns a function that exchanges the code for the claims
 */
async function startSignIn(page: Page, app: App, scope = 'openid email') {
  const [state, nonce, verifier] = [
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
    oauth.generateRandomCodeVerifier(),
  ]
  const url = new URL(server.authorization_endpoint!)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: app.id,
    redirect_uri: BACK,
    scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const client: oauth.Client = { client_id: app.id }
  // An earlier consent redirects immediately: the page may navigate before it has loaded.
  await page.goto(url.href, { waitUntil: 'commit' })
  return async () => {
    await page.waitForURL((now) => now.href.startsWith(BACK))
    const parameters = oauth.validateAuthResponse(server, client, new URL(page.url()), state)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic(app.secret),
      parameters,
      BACK,
      verifier,
      http,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    })
    return oauth.getValidatedIdTokenClaims(tokens)!
  }
}

const makeVisitor = (email: string) => makeMember(keys, tenant.id, { email, password: PASSWORD })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function signIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Sign In').click()
}

/** Enrolls an authenticator app for the visitor. @returns a function that returns its next code */
async function secondStepOf(email: string): Promise<() => string> {
  const { auth } = createClient(instance.url, tenant.public_key, { auth: { persistSession: false } })
  assert.ifError((await auth.signInWithPassword({ email, password: PASSWORD })).error)
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp' })
  assert.ifError(error)
  const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
  assert.ifError((await auth.mfa.challengeAndVerify({ factorId: data.id, code: totp.generate() })).error)
  // A code works once, and the server accepts codes one time step ahead.
  return () => totp.generate({ timestamp: Date.now() + 30_000 })
}

/** Adds the application in the Studio, as its builder does. */
async function addApp(): Promise<App> {
  const page = await (await studioContext(browser, instance.url, mara.session)).newPage()
  await page.goto(`${instance.url}/studio?dialog=settings&tenant=${tenant.id}&tab=auth`)
  await button(page, 'Add app').click()
  const dialog = page.getByRole('dialog', { name: 'Add app' })
  await dialog.getByLabel('Name').fill('Bread club')
  await dialog.getByLabel('Redirect addresses').fill('http://shop.example/back')
  await dialog.getByRole('button', { name: 'Add app' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Redirect addresses: must be https addresses')
  await dialog.getByLabel('Redirect addresses').fill(BACK)
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Add app' }).click()
  const ready = page.getByRole('dialog', { name: 'Bread club is ready' })
  const id = await ready.getByRole('textbox', { name: 'Client ID' }).inputValue()
  await ready.getByRole('button', { name: 'Copy client secret' }).click()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  await ready.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('list', { name: 'Your own apps' }).getByText(id)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Discovery address' })).toHaveValue(
    `${instance.url}/auth/v1/.well-known/openid-configuration`,
  )
  await page.reload()
  await expect(page.getByText(id)).toBeVisible()
  assert.equal((await page.content()).includes(secret), false)
  await page.context().close()
  return { id, secret }
}

test('a visitor signs in on the consent page and consents; later sign-ins succeed until they revoke it', async () => {
  const app = await addApp()
  await Promise.all(['ines@club.test', 'jon@club.test'].map(makeVisitor))
  const nextCode = await secondStepOf('jon@club.test')
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()

  const first = await startSignIn(page, app)
  await expect(page.getByText('An app wants to know who you are at Hearth & Rye.')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await signIn(page, 'ines@club.test')
  await expect(heading(page, 'Sign in to Bread club')).toBeFocused()
  await expect(page.getByRole('listitem')).toHaveText([
    'Your identity, to recognize you when you return',
    'Your email address',
  ])
  assert.deepEqual(await violations(page), [])
  await button(page, 'Not you? Sign out').click()
  await signIn(page, 'jon@club.test')
  await page.getByLabel('Authenticator code').fill(nextCode())
  await button(page, 'Verify').click()
  await expect(page.getByText('Signed in as jon@club.test')).toBeVisible()
  await button(page, 'Allow').click()
  assert.equal((await first()).email, 'jon@club.test')

  // A granted scope asks nothing. A wider scope asks again; declining is final, and going back does not undo
  // it.
  assert.equal((await (await startSignIn(page, app))()).email, 'jon@club.test')
  await page.route('**/oauth/authorizations/*', (route) => route.abort())
  await startSignIn(page, app, 'openid email profile')
  await expect(heading(page, 'The request could not be loaded')).toBeVisible()
  await page.unroute('**/oauth/authorizations/*')
  await button(page, 'Try again').click()
  await expect(page.getByText('Your name and picture')).toBeVisible()
  const consentUrl = page.url()
  await button(page, 'Cancel').click()
  await page.waitForURL((now) => now.href.startsWith(BACK))
  assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied')
  await page.goto(consentUrl)
  await expect(heading(page, 'This request has expired')).toBeVisible()

  await page.goto(`${instance.url}/embed/auth?tenant=${tenant.public_key}`)
  await button(page, 'Account').click()
  await expect(heading(page, 'Connected applications')).toBeVisible()
  await button(page, 'Remove access: Bread club').click()
  await expect(page.getByText('Bread club no longer has access.')).toBeVisible()
  await startSignIn(page, app)
  await expect(button(page, 'Allow')).toBeVisible()
  await context.close()
})

test('if no popup can open, a provider’s sign-in returns to the consent request', async () => {
  const response = await fetch(`${instance.url}/functions/v1/tenant-apps`, {
    method: 'POST',
    headers: {
      apikey: keys.anonKey,
      authorization: `Bearer ${mara.session.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ tenant_id: tenant.id, name: 'Bread club', redirect_uris: [BACK], public: false }),
  })
  assert.equal(response.status, 200)
  const made = (await response.json()) as { app: { client_id: string }; client_secret: string }
  const app = { id: made.app.client_id, secret: made.client_secret }
  const context = await browser.newContext({ locale: 'de-DE' })
  context.setDefaultTimeout(PATIENCE)
  await context.addInitScript(() => {
    const { open } = globalThis
    globalThis.open = (address, target) => (target === '_top' ? open(address, target) : null)
  })
  const page = await context.newPage()
  const finish = await startSignIn(page, app, 'openid profile')
  await button(page, 'Weiter mit Sandbox').click()
  await page.getByLabel('Email', { exact: true }).fill('nora@provider.test')
  await page.getByLabel('Name').fill('Nora Brandt')
  await page.getByRole('button', { name: 'Continue' }).click({ noWaitAfter: true })
  await expect(heading(page, 'Bei Bread club anmelden')).toBeVisible()
  await expect(page.getByRole('listitem').last()).toHaveText('Ihren Namen und Ihr Bild')
  await button(page, 'Erlauben').click()
  const claims = await finish()
  assert.deepEqual([claims.name, claims.email], ['Nora Brandt', undefined])
  await context.close()
})

test('a creator signs in to the operator’s app and revokes it on the account page', async () => {
  const { data } = await operatorOf(keys).auth.admin.oauth.createClient({
    client_name: 'Ledger',
    client_uri: 'https://ledger.example',
    redirect_uris: [BACK],
  })
  const app = { id: data!.client_id, secret: data!.client_secret! }
  const page = await (await studioContext(browser, instance.url, undefined)).newPage()
  const finish = await startSignIn(page, app)
  await page.getByLabel('Email').fill('mara@consent.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.locator('form button[type=submit]').click()
  await expect(heading(page, 'Sign in to Ledger')).toBeVisible()
  await expect(page.getByText('ledger.example', { exact: true })).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await button(page, 'Allow').click()
  assert.equal((await finish()).email, 'mara@consent.test')
  await page.goto(`${instance.url}/studio/account`)
  await button(page, 'Remove access: Ledger').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove access' }).click()
  await expect(page.getByText('Ledger no longer has access.').first()).toBeVisible()
  await startSignIn(page, app)
  await button(page, 'Not you? Sign out').click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page).toHaveURL(/next=%2Foauth%2Fconsent/)
})
