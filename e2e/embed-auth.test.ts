// Every way into the auth block, on a stranger's site, in a browser that blocks third-party cookies: by provider, by
// mail, with a second step, with a passkey; and the way of a builder's own page with the official client.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import type { BrowserContext, CDPSession, FrameLocator, Page } from 'playwright-core'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { testInstance } from '#testing/test-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeMember, makeTenant, operatorOf } from './api.ts'
import { block, eventsOf, recordEvents } from './visitor.ts'

const PASSWORD = 'crusty loaf on saturday'
const NEW_PASSWORD = 'seven quiet bakers whistle'

const instance = await testInstance()
const keys = keysOf(instance)
const mara = await makeCreator(keys, { email: 'mara@mill.test', password: 'slow bread before dawn' })
const mill = await makeTenant(mara, 'Mill')
const operator = operatorOf(keys)

const CLIENT = join(ROOT, 'node_modules/@supabase/supabase-js/dist/umd/supabase.js')
const tag = `<script async src="${instance.url}/v1/bb.js" data-tenant="${mill.public_key}" data-block="auth"></script>`
/** A builder's own sign-in, with the official client and the tenant's public key. */
const ownPage = `<p id="who">nobody</p><button>Sign in</button><script src="/supabase.js"></script><script>
  const client = supabase.createClient('${instance.url}', '${mill.public_key}', { auth: { flowType: 'pkce' } })
  document.querySelector('button').onclick = () =>
    client.auth.signInWithOAuth({
      provider: 'custom:sandbox',
      options: { redirectTo: location.href, queryParams: { apikey: '${mill.public_key}' } },
    })
  client.auth.onAuthStateChange((event, session) => {
    if (session) document.getElementById('who').textContent = session.user.email
  })
</script>`
const server = createServer((request, response) => {
  if (request.url === '/supabase.js')
    return response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(CLIENT))
  const body = request.url?.startsWith('/own') ? ownPage : `<h1>Mill</h1>${tag}`
  // The language that the page says it is in; none at `/?lang=`.
  const lang = new URL(request.url!, 'http://mill.localhost').searchParams.get('lang') ?? 'en'
  return response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="${lang}"><title>Mill</title><body>${body}</body></html>`)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const site = `http://mill.localhost:${(server.address() as AddressInfo).port}`
assert.ifError(
  (
    await operator
      .from('tenants')
      .update({ allowed_origins: [site] })
      .eq('id', mill.id)
  ).error,
)

const browser = await launchBrowser()

/** A visitor who has never been here, on the site, with third-party cookies blocked. */
async function visitor(
  locale = 'en-GB',
): Promise<{ context: BrowserContext; page: Page; auth: FrameLocator }> {
  const context = await browser.newContext({ viewport: { width: 900, height: 900 }, locale })
  context.setDefaultTimeout(PATIENCE)
  after(() => context.close())
  await recordEvents(context)
  await context.addInitScript(() => {
    if (top !== window) return
    const heard: string[] = []
    addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)))
    Object.defineProperty(window, 'heard', { get: () => heard })
  })
  const page = await strictPage(context)
  await page.goto(site)
  return { context, page, auth: block(page, 'auth') }
}

const makeUser = (email: string) => makeMember(keys, mill.id, { email, password: PASSWORD })

const codeIn = ({ text }: { text: string }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? ''
const button = (on: FrameLocator | Page, name: string) => on.getByRole('button', { name, exact: true })
const signedInEvents = async (page: Page) =>
  (await eventsOf(page)).filter(({ type }) => type === 'bb:signed-in')

async function typeIn(auth: FrameLocator, email: string, password = PASSWORD): Promise<void> {
  await auth.getByLabel('Email').fill(email)
  await auth.getByLabel('Password', { exact: true }).fill(password)
  await button(auth, 'Sign In').click()
}

/** Says at the provider who one is. */
async function atProvider(page: Page, email: string, answer = 'Continue'): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name').fill('Ines Almeida')
  await page.getByRole('button', { name: answer }).click({ noWaitAfter: true })
}

async function openProvider(page: Page, auth: FrameLocator): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await button(auth, 'Continue with Sandbox').click()
  return opened
}

test('[K11] [K05] a provider signs in through a window of its own, with third-party cookies blocked; the site hears no token, address or id', async () => {
  const { page, auth } = await visitor()
  const email = 'ines@provider.test'
  const window = await openProvider(page, auth)
  await expect(auth.getByText('Go on in the window of Sandbox that has opened.')).toBeVisible()
  const closed = window.waitForEvent('close')
  await atProvider(window, email)
  await closed
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await expect(auth.getByText('Ines Almeida')).toBeVisible()
  // The page hears of it by the loader's second part, which is fetched for it.
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

test('a window that is closed, and a sign-in that is refused there, are told in words, and the button works again', async () => {
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
  await expect(auth.getByText('The sign-in was cancelled there.')).toBeVisible()
  await expect(button(auth, 'Continue with Sandbox')).toBeEnabled()
  assert.deepEqual(await signedInEvents(page), [])
})

test('a sign-in whose beginning is lost ends at the form, which says so in words of ours', async () => {
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
  const words = new URLSearchParams({
    tenant: mill.public_key,
    error_code: 'made_up',
    error_description: 'Call this number',
  })
  await page.goto(`${instance.url}/embed/auth?${words}`)
  await expect(page.getByRole('alert')).toContainText('Something went wrong. Please try again.')
})

test('[K11] where no window may open, the whole page goes to the provider and comes back signed in', async () => {
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

test('two tabs of the site: what one signs in, the other shows', async () => {
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

test('[D01] a forgotten password is replaced in the block, by the code of a mail', async () => {
  const email = 'code@mill.test'
  await makeUser(email)
  const { page, auth } = await visitor()
  await auth.getByLabel('Email').fill(email)
  await button(auth, 'Forgot password?').click()
  await expect(auth.getByLabel('Email')).toHaveValue(email)
  await button(auth, 'Send the mail').click()
  await expect(auth.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await expect(auth.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeVisible()
  await auth.getByLabel('Code from the mail').fill('000000')
  await button(auth, 'Confirm').click()
  await expect(auth.getByText('This code is wrong or no longer works.')).toBeVisible()
  await auth.getByLabel('Code from the mail').fill(codeIn(await instance.mailTo(email)))
  await button(auth, 'Confirm').click()
  await auth.getByLabel('New password').fill('bread')
  await button(auth, 'Save password').click()
  await expect(auth.getByText('This password is too short.')).toBeVisible()
  await expect(auth.getByLabel('New password')).toHaveValue('bread')
  assert.deepEqual(await violations(page, true), [])
  await auth.getByLabel('New password').fill(NEW_PASSWORD)
  await button(auth, 'Save password').click()
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
})

test('[D20] or by the link of the mail, which leads back to the site, signed in; the link works once', async () => {
  const email = 'link@mill.test'
  await makeUser(email)
  const { context, page, auth } = await visitor()
  await auth.getByLabel('Email').fill(email)
  await button(auth, 'Forgot password?').click()
  await button(auth, 'Send the mail').click()
  const { links } = await instance.mailTo(email)
  const mail = await context.newPage()
  await mail.goto(links[0]!)
  await button(mail, 'Reset my password').click()
  await mail.getByLabel('New password').fill(NEW_PASSWORD)
  assert.deepEqual(await violations(mail), [])
  await button(mail, 'Save password').click()
  await expect(mail.getByRole('heading', { name: 'Your password is saved' })).toBeVisible()
  await mail.getByRole('link', { name: `Back to ${new URL(site).host}` }).click()
  await mail.waitForURL((url) => url.origin === site)
  await expect(block(mail, 'auth').getByText(`Signed in as ${email}`)).toBeVisible()
  await page.goto(links[0]!)
  await button(page, 'Reset my password').click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('a code by mail signs in without a password, and opens an account', async () => {
  const email = 'magic@mill.test'
  const { auth } = await visitor()
  await button(auth, 'Email me a code').click()
  // The form has a field of this name too: the driver would select it there and type when it is gone.
  await expect(auth.getByRole('heading', { name: 'Sign in by email' })).toBeFocused()
  await auth.getByLabel('Email').fill(email)
  await button(auth, 'Email me a code').click()
  await auth.getByLabel('Code from the mail').fill(codeIn(await instance.mailTo(email)))
  await button(auth, 'Sign In').click()
  await expect(auth.getByText(email, { exact: true })).toBeVisible()
})

test('a mail that is asked for too soon: the block says how long to wait, and waits; another address does not', async () => {
  const { page, auth } = await visitor()
  await page.route(/\/auth\/v1\/(otp|recover)/, (route) =>
    route.fulfill({
      status: 429,
      headers: {
        'retry-after': '42',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'retry-after',
      },
      json: { code: 'over_email_send_rate_limit', message: 'For security purposes, wait.' },
    }),
  )
  for (const [open, title, act] of [
    ['Forgot password?', 'Reset your password', 'Send the mail'],
    ['Email me a code', 'Sign in by email', 'Email me a code'],
  ] as const) {
    await button(auth, open).click()
    await expect(auth.getByRole('heading', { name: title })).toBeFocused()
    await auth.getByLabel('Email').fill('soon@mill.test')
    await button(auth, act).click()
    await expect(auth.getByText('A mail was sent a moment ago. Please wait a minute.')).toBeVisible()
    await expect(auth.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeVisible()
    assert.deepEqual(await violations(page, true), [])
    await auth.getByLabel('Email').fill('other@mill.test')
    await expect(button(auth, act)).toBeVisible()
    await button(auth, 'Back to Sign In').click()
  }
})

test('[S8-030] a new account is confirmed by the code of its mail, without leaving the site', async () => {
  const email = 'new@mill.test'
  const { auth } = await visitor()
  await auth.locator('label', { has: auth.getByRole('radio', { name: 'Create Account' }) }).click()
  await auth.getByLabel('Email').fill(email)
  await auth.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(auth, 'Create Account').click()
  await expect(
    auth.getByText('We sent you a confirmation link to complete your registration.', { exact: true }),
  ).toBeVisible()
  await auth.getByLabel('Code from the mail').fill(codeIn(await instance.mailTo(email)))
  await button(auth, 'Confirm').click()
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
})

test('or by its link in another tab: the one that waited for the mail shows who is signed in, too', async () => {
  const email = 'elsewhere@mill.test'
  const { context, page, auth } = await visitor()
  await auth.locator('label', { has: auth.getByRole('radio', { name: 'Create Account' }) }).click()
  await auth.getByLabel('Email').fill(email)
  await auth.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(auth, 'Create Account').click()
  await expect(auth.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  const { links } = await instance.mailTo(email)
  const mail = await context.newPage()
  await mail.goto(links[0]!)
  await button(mail, 'Confirm my email').click()
  await mail.getByRole('link', { name: `Back to ${new URL(site).host}` }).click()
  await expect(block(mail, 'auth').getByText(`Signed in as ${email}`)).toBeVisible()
  await page.bringToFront()
  await expect(auth.getByText(`Signed in as ${email}`)).toBeVisible()
})

test('[D21] with a second factor nobody is signed in before it is proven', async () => {
  const email = 'second@mill.test'
  await makeUser(email)
  const { auth: client } = createClient(instance.url, mill.public_key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  assert.ifError((await client.signInWithPassword({ email, password: PASSWORD })).error)
  const enrolled = await client.mfa.enroll({ factorType: 'totp' })
  assert.ifError(enrolled.error)
  const totp = new TOTP({ secret: Secret.fromBase32(enrolled.data.totp.secret) })
  const proven = await client.mfa.challengeAndVerify({ factorId: enrolled.data.id, code: totp.generate() })
  assert.ifError(proven.error)

  const { page, auth } = await visitor()
  await typeIn(auth, email)
  await expect(auth.getByRole('heading', { name: 'One more step' })).toBeVisible()
  assert.deepEqual(await violations(page, true), [])
  assert.deepEqual(await signedInEvents(page), [])
  await page.reload()
  await expect(auth.getByRole('heading', { name: 'One more step' })).toBeVisible()
  assert.deepEqual(await signedInEvents(page), [])
  await auth.getByLabel('Authenticator code').fill('000000')
  await button(auth, 'Verify').click()
  await expect(auth.getByText('This code is wrong.')).toBeVisible()
  // The code of the enrolment is used up: the next one, which the service takes a step early.
  await auth.getByLabel('Authenticator code').fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await button(auth, 'Verify').click()
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await expect.poll(async () => (await signedInEvents(page)).length).toBe(1)
})

interface KeptPasskey {
  credentialId: string
  isResidentCredential: boolean
  privateKey: string
  signCount: number
}

/** A device that makes and keeps passkeys, without asking anybody. */
async function device(page: Page): Promise<{ protocol: CDPSession; authenticatorId: string }> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('WebAuthn.enable')
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { protocol, authenticatorId }
}

test('a passkey is made in a window of ours and signs in inside the frame', async () => {
  const email = 'passkey@mill.test'
  await makeUser(email)
  const { page, auth } = await visitor()
  await typeIn(auth, email)
  await button(auth, 'Continue').click()
  await button(auth, 'Account').click()
  const opened = page.context().waitForEvent('page')
  await auth.locator('.auth-section', { hasText: 'Passkeys' }).getByRole('button', { name: 'Add' }).click()
  const window = await opened
  const made = await device(window)
  assert.deepEqual(await violations(window), [])
  const kept = new Promise<{ credential: KeptPasskey }>((resolve) =>
    made.protocol.once('WebAuthn.credentialAdded', resolve),
  )
  await button(window, 'Add a passkey').click()
  const { credential } = await kept
  await expect(auth.getByText('The passkey is added.')).toBeVisible()
  await button(auth, 'Done').click()
  await button(auth, 'Sign out').click()
  await auth.getByLabel('Email').waitFor()

  const { protocol, authenticatorId } = await device(page)
  await protocol.send('WebAuthn.addCredential', {
    authenticatorId,
    credential,
  })
  await button(auth, 'Use a passkey').click()
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await expect(auth.getByText(email, { exact: true })).toBeVisible()
})

test('the block speaks the language of the page; of one that names none, the visitor’s; alone, the one asked for', async () => {
  const { auth, page } = await visitor('de-AT')
  await expect(button(auth, 'Forgot password?')).toBeVisible()
  await page.goto(`${site}/?lang=fr-CA`)
  await expect(button(auth, 'Mot de passe oublié ?')).toBeVisible()
  await page.goto(`${site}/?lang=`)
  await expect(button(auth, 'Passwort vergessen?')).toBeVisible()
  await auth.getByLabel('E-Mail').fill('niemand@mill.test')
  await auth.getByLabel('Passwort', { exact: true }).fill('falsch und lang genug')
  await button(auth, 'Anmelden').click()
  await expect(auth.getByText('E-Mail oder Passwort stimmen nicht.')).toBeVisible()
  assert.deepEqual(await violations(page, true), [])
  await auth.getByLabel('E-Mail').fill('neu@mill.test')
  await button(auth, 'Code per E-Mail').click()
  await button(auth, 'Code per E-Mail senden').click()
  await expect(auth.getByRole('heading', { name: 'Sehen Sie in Ihre E-Mails' })).toBeVisible()
  assert.match((await instance.mailTo('neu@mill.test')).subject, /^(Anmelden bei|Bestätigen Sie)/)
  for (const [locale, words] of [
    ['fr', 'Mot de passe oublié ?'],
    ['es', '¿Ha olvidado la contraseña?'],
  ]) {
    await page.goto(`${instance.url}/embed/auth?tenant=${mill.public_key}&locale=${locale}`)
    await expect(button(page, words!)).toBeVisible()
    assert.equal(await page.locator('html').getAttribute('lang'), locale)
    await button(page, words!).click()
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
    assert.deepEqual(await violations(page), [])
  }
})

test('what is typed before the script is there counts, and the button opens by itself', async () => {
  await makeUser('early@mill.test')
  const { page } = await visitor()
  const scripts = Promise.withResolvers<void>()
  await page.route('**/embed-assets/**/*.js', async (route) => scripts.promise.then(() => route.continue()))
  await page.goto(site, { waitUntil: 'commit' })
  const auth = block(page, 'auth')
  await auth.getByLabel('Email').fill('early@mill.test')
  await auth.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await expect(button(auth, 'Sign In')).toBeDisabled()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  scripts.resolve()
  await expect(button(auth, 'Sign In')).toBeEnabled()
  await button(auth, 'Sign In').click()
  await expect(auth.getByText('early@mill.test')).toBeVisible()
})

test('where the welcome does not come, the block says so and who is signed in; another try brings it', async () => {
  await makeUser('cut@mill.test')
  const { page, auth } = await visitor()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.route('**/success-page*.js', (route) => route.abort())
  await auth.getByLabel('Email').fill('cut@mill.test')
  await auth.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(auth, 'Sign In').click()
  await expect(auth.getByText('No connection. Check your network and try again.')).toBeVisible()
  await expect(auth.getByRole('heading', { name: 'Signed in as cut@mill.test' })).toBeFocused()
  assert.deepEqual(await violations(page, true), [])
  await page.unroute('**/success-page*.js')
  await button(auth, 'Try again').click()
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  // The document began there, so that the form has not been here yet.
  await page.route('**/auth-page*.js', (route) => route.abort())
  await button(auth, 'Continue').click()
  await expect(auth.getByText('No connection. Check your network and try again.')).toBeVisible()
  await page.unroute('**/auth-page*.js')
  await button(auth, 'Try again').click()
  await expect(auth.getByText('Signed in as cut@mill.test')).toBeVisible()
  assert.deepEqual(faults, [])
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
