// Passkeys and security keys in a real browser: the official client on the product's pages, on a builder's
// page, and in the product's frame on that page. The authenticators are Chromium's virtual ones.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { getRequestListener } from '@hono/node-server'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { PATIENCE, launchBrowser } from '#testing/browser.ts'
import { makeTenant } from '#testing/factories.ts'
import { newEmail, PASSWORD, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { ROOT } from '#testing/test-cluster.ts'

declare global {
  interface Window {
    supabase: { createClient(url: string, key: string, options: object): SupabaseClient }
    client: SupabaseClient
  }
}

const script = readFileSync(join(ROOT, 'node_modules/@supabase/supabase-js/dist/umd/supabase.js'))
const html = (body = '') =>
  `<!doctype html><html lang="en"><title>Mill</title><body>${body}<script src="/client.js"></script></body></html>`

/** A server on a free port with a bare page that has the official client; it forwards all other requests. */
async function serve(framing?: () => string) {
  let rest: ReturnType<typeof getRequestListener> | undefined
  const server = createServer((request, response) => {
    if (request.url === '/client.js')
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    else if (request.url === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end(html())
    else if (request.url === '/framing' && framing)
      response.writeHead(200, { 'content-type': 'text/html' }).end(html(framing()))
    else if (rest) void rest(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { port, handOn: (listener: typeof rest) => (rest = listener) }
}

const ours = await serve()
const url = `http://localhost:${ours.port}`
const frame = `<iframe src="${url}/page" allow="publickey-credentials-get *"></iframe>`
const shop = await serve(() => frame)
const shopUrl = `http://shop.localhost:${shop.port}`
const app = await testApp({
  env: { PORT: String(ours.port), PUBLIC_URL: url, AUTH_LIMIT_FACTOR: '1000' },
})
ours.handOn(getRequestListener(app.app.fetch))
const tenant = await makeTenant(app.database)
const browser = await launchBrowser()

/** Opens a page with a virtual authenticator: a built-in one (passkeys) or a plugged-in security key. */
async function pageWith(transport: 'internal' | 'usb', address: string): Promise<Page> {
  const context = await browser.newContext()
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  await protocol.send('WebAuthn.enable')
  await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(address)
  return page
}

/** Creates a client with this API key on the page, signed in if an email address is given. */
const openClient = (page: Pick<Page, 'evaluate'>, key: string, email?: string) =>
  page.evaluate(
    async ({ at, apiKey, person, password }) => {
      window.client = window.supabase.createClient(at, apiKey, { auth: { autoRefreshToken: false } })
      if (!person) return null
      const { error } = await window.client.auth.signInWithPassword({ email: person, password })
      return error?.message ?? null
    },
    { at: url, apiKey: key, person: email, password: PASSWORD },
  )

async function personOf(key: string) {
  const email = newEmail()
  const { user } = await signUp(app, key, email)
  return { email, id: user.id }
}

const register = (page: Pick<Page, 'evaluate'>) =>
  page.evaluate(async () => {
    const { data, error } = await window.client.auth.registerPasskey()
    return { name: data?.friendly_name, error: error?.message }
  })
const signIn = (page: Pick<Page, 'evaluate'>) =>
  page.evaluate(async () => {
    await window.client.auth.signOut({ scope: 'local' })
    const { data, error } = await window.client.auth.signInWithPasskey()
    return { id: data?.user?.id, error: error?.message }
  })

for (const [whose, key, address] of [
  ['a creator, on the product’s page', app.anonKey, `${url}/page`],
  ["a tenant's visitor, on the builder's own page", tenant.public_key, `${shopUrl}/page`],
] as const)
  test(`passkeys: ${whose}, registers one and signs in with it`, async () => {
    const { email, id } = await personOf(key)
    const page = await pageWith('internal', address)
    assert.equal(await openClient(page, key, email), null)
    assert.deepEqual(await register(page), { name: 'Passkey', error: undefined })
    assert.deepEqual(await signIn(page), { id, error: undefined })
    assert.deepEqual(await signIn(page), { id, error: undefined })
    const secondError = await page.evaluate(
      async () => (await window.client.auth.registerPasskey()).error?.message,
    )
    assert.match(secondError ?? '', /already registered|previously registered/i)
  })

test("passkeys: one created on the product's page signs in within the product's frame on the builder's page", async () => {
  const { email, id } = await personOf(tenant.public_key)
  const page = await pageWith('internal', `${url}/page`)
  await openClient(page, tenant.public_key, email)
  assert.equal((await register(page)).error, undefined)
  await page.goto(`${shopUrl}/framing`)
  const inner = page.frames().find((candidate) => candidate.url() === `${url}/page`)
  assert.ok(inner)
  await openClient(inner, tenant.public_key)
  assert.deepEqual(await signIn(inner), { id, error: undefined })
})

test('security keys: one is registered as second factor and raises the next sign-in to aal2', async () => {
  const { email } = await personOf(app.anonKey)
  const page = await pageWith('usb', `${url}/page`)
  await openClient(page, app.anonKey, email)
  const registered = await page.evaluate(async () => {
    const { error } = await window.client.auth.mfa.webauthn.register({ friendlyName: 'Blue key' })
    const { data } = await window.client.auth.mfa.getAuthenticatorAssuranceLevel()
    return { error: error?.message, level: data?.currentLevel }
  })
  assert.deepEqual(registered, { error: undefined, level: 'aal2' })
  assert.equal(await openClient(page, app.anonKey, email), null)
  const proven = await page.evaluate(async () => {
    const { mfa } = window.client.auth
    const before = await mfa.getAuthenticatorAssuranceLevel()
    const { data } = await mfa.listFactors()
    const { error } = await mfa.webauthn.authenticate({ factorId: data!.webauthn[0]!.id })
    const { data: level } = await mfa.getAuthenticatorAssuranceLevel()
    return { before: before.data?.currentLevel, error: error?.message, after: level?.currentLevel }
  })
  assert.deepEqual(proven, { before: 'aal1', error: undefined, after: 'aal2' })
})

test('security keys: enrolled, challenged and verified step by step, with specific errors', async () => {
  const { email } = await personOf(app.anonKey)
  const page = await pageWith('usb', `${url}/page`)
  await openClient(page, app.anonKey, email)
  const steps = await page.evaluate(async () => {
    const { mfa } = window.client.auth
    const enrolled = await mfa.webauthn.enroll({ friendlyName: 'Red key' })
    const factorId = enrolled.data!.id
    const rp = { rpId: location.hostname, rpOrigins: [location.origin] }
    const made = await mfa.webauthn.challenge({ factorId, friendlyName: 'Red key', webauthn: rp })
    if (!made.data) return { made: made.error.message }
    const credential = { ...made.data, webauthn: { ...made.data.webauthn, ...rp } }
    const raised = await mfa.webauthn.verify(credential)
    const again = await mfa.webauthn.verify(credential)
    const challenge = await mfa.webauthn.challenge({ factorId, webauthn: rp })
    if (!challenge.data) return { challenge: challenge.error.message }
    const proven = await mfa.webauthn.verify({
      ...challenge.data,
      webauthn: { ...challenge.data.webauthn, ...rp },
    })
    const { data: level } = await mfa.getAuthenticatorAssuranceLevel()
    const { data: factors } = await mfa.listFactors()
    return {
      kinds: [enrolled.data?.type, made.data.webauthn.type, challenge.data.webauthn.type],
      errors: [raised.error?.code, again.error?.code, proven.error?.code],
      level: level?.currentLevel,
      names: factors?.webauthn.map(({ friendly_name, status }) => `${friendly_name} ${status}`),
    }
  })
  assert.deepEqual(steps, {
    kinds: ['webauthn', 'create', 'request'],
    errors: [undefined, 'mfa_challenge_expired', undefined],
    level: 'aal2',
    names: ['Red key verified'],
  })
})
