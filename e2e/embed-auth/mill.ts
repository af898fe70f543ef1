// A tenant's site with the auth block for tests, and what a visitor does there.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after } from 'node:test'
import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { PATIENCE, launchBrowser, strictPage } from '#testing/browser.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { keysOf, makeCreator, makeMember, makeTenant, operatorOf } from '../api.ts'
import { block, eventsOf, recordEvents } from '../visitor.ts'

export const PASSWORD = 'crusty loaf on saturday'

const CLIENT = join(ROOT, 'node_modules/@supabase/supabase-js/dist/umd/supabase.js')

/** A builder's own sign-in page, with the official client and the tenant's public key. */
const ownPage = (url: string, publicKey: string) =>
  `<p id="who">nobody</p><button>Sign in</button><script src="/supabase.js"></script><script>
  const client = supabase.createClient('${url}', '${publicKey}', { auth: { flowType: 'pkce' } })
  document.querySelector('button').onclick = () =>
    client.auth.signInWithOAuth({
      provider: 'custom:sandbox',
      options: { redirectTo: location.href, queryParams: { apikey: '${publicKey}' } },
    })
  client.auth.onAuthStateChange((event, session) => {
    if (session) document.getElementById('who').textContent = session.user.email
  })
</script>`

/**
 * Serves the block at `/` in the language of `?lang=` (no language if that is empty), and the builder's page
 * at `/own`.
 * @returns its origin
 */
async function serveSite(url: string, publicKey: string): Promise<string> {
  const tag = `<script async src="${url}/v1/bb.js" data-tenant="${publicKey}" data-block="auth"></script>`
  const server = createServer((request, response) => {
    if (request.url === '/supabase.js')
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(CLIENT))
    const body = request.url?.startsWith('/own') ? ownPage(url, publicKey) : `<h1>Mill</h1>${tag}`
    const lang = new URL(request.url!, 'http://mill.localhost').searchParams.get('lang') ?? 'en'
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><html lang="${lang}"><title>Mill</title><body>${body}</body></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return `http://mill.localhost:${(server.address() as AddressInfo).port}`
}

/** Makes a tenant on the shared instance and its site. Call it at the top of a test file. */
export async function openMill() {
  const instance = await sharedInstance()
  const keys = keysOf(instance)
  const mara = await makeCreator(keys, {
    // Several test files do this on the same instance.
    email: `mara-${randomUUID()}@mill.test`,
    password: 'slow bread before dawn',
  })
  const mill = await makeTenant(mara, 'Mill')
  const operator = operatorOf(keys)
  const site = await serveSite(instance.url, mill.public_key)
  const listed = await operator
    .from('tenants')
    .update({ allowed_origins: [site] })
    .eq('id', mill.id)
  assert.ifError(listed.error)
  const browser = await launchBrowser()

  return {
    instance,
    mill,
    operator,
    site,
    /** Creates an account of the tenant, with `PASSWORD`. */
    makeUser: (email: string) => makeMember(keys, mill.id, { email, password: PASSWORD }),

    /** Opens the site as a new visitor with third-party cookies blocked. */
    visitor: async (
      locale = 'en-GB',
    ): Promise<{ context: BrowserContext; page: Page; auth: FrameLocator }> => {
      const context = await browser.newContext({ viewport: { width: 900, height: 900 }, locale })
      context.setDefaultTimeout(PATIENCE)
      after(() => context.close())
      await recordEvents(context)
      const page = await strictPage(context)
      await page.goto(site)
      return { context, page, auth: block(page, 'auth') }
    },
  }
}

export const button = (on: FrameLocator | Page, name: string) => on.getByRole('button', { name, exact: true })

export const signedInEvents = async (page: Page) =>
  (await eventsOf(page)).filter(({ type }) => type === 'bb:signed-in')

export async function typeIn(auth: FrameLocator | Page, email: string): Promise<void> {
  await auth.getByLabel('Email').fill(email)
  await auth.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(auth, 'Sign In').click()
}
