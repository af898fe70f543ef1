// The profile block on a third-party site: who is signed in, what they can do there, and the effects in other
// frames, tabs and devices.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { BrowserContext, Page } from 'playwright-core'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeMember, makeTenant, operatorOf } from './api.ts'
import { block, eventsOf, recordEvents } from './visitor.ts'

const PASSWORD = 'crusty loaf on saturday'
const EMAIL = 'ines@mill.test'

const instance = await sharedInstance()
const keys = keysOf(instance)
const mara = await makeCreator(keys, { email: 'mara@profile.test', password: 'slow bread before dawn' })
const mill = await makeTenant(mara, 'Mill')

const tag = (name: string) =>
  `<script async src="${instance.url}/v1/bb.js" data-tenant="${mill.public_key}" data-block="${name}"></script>`
const gates = `<p data-bb-show="signed-in" hidden>Members only</p><p data-bb-show="signed-out" hidden>Join us</p>`
const clubGates =
  '<p data-bb-show="role:Editor" hidden>For editors</p><p data-bb-show="plan:Editor" hidden>For buyers</p>'
const server = createServer((request, response) => {
  const body =
    request.url === '/card'
      ? tag('profile')
      : request.url === '/club'
        ? `${clubGates}${tag('auth')}${tag('pay')}`
        : `${gates}${tag('profile')}${tag('auth')}`
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>Mill</title><body><h1>Mill</h1>${body}</body></html>`)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const site = `http://mill.localhost:${(server.address() as AddressInfo).port}`
const listed = await operatorOf(keys)
  .from('tenants')
  .update({ allowed_origins: [site] })
  .eq('id', mill.id)
assert.ifError(listed.error)
const makeUser = (email: string, name?: string) =>
  makeMember(keys, mill.id, { email, password: PASSWORD, name })
await makeUser(EMAIL, 'Ines Almeida')

const browser = await launchBrowser()

/** Opens the site as a new visitor with third-party cookies blocked. */
async function visitor(path = ''): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 900, height: 1100 } })
  context.setDefaultTimeout(PATIENCE)
  after(() => context.close())
  await recordEvents(context)
  // Record every state in which a gated element was painted.
  await context.addInitScript(() => {
    if (top !== window) return
    const painted = new Set<string>()
    const recordState = () => {
      for (const el of document.querySelectorAll<HTMLElement>('[data-bb-show]'))
        if (el.checkVisibility()) painted.add(el.textContent)
      requestAnimationFrame(recordState)
    }
    requestAnimationFrame(recordState)
    Object.defineProperty(window, 'painted', { get: () => [...painted] })
  })
  const page = await strictPage(context)
  await page.goto(site + path)
  return { context, page }
}

/** Waits for the first paint. A wrong state painted before it would stay in the list. */
const paintedOnly = (page: Page, expected: string) =>
  expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { painted: string[] }).painted))
    .toEqual([expected])
const profileIn = (page: Page) => block(page, 'profile')
const button = (page: Page, name: string) => profileIn(page).getByRole('button', { name, exact: true })
const named = (page: Page) => profileIn(page).getByRole('heading', { name: 'Ines Almeida' })
const callBb = (page: Page, what: string) =>
  page.evaluate(
    (name) => (globalThis as unknown as { bb: (name: string) => Promise<unknown> }).bb(name),
    what,
  )
const signedOut = (page: Page) => profileIn(page).getByText('Sign in to see your profile.')

async function signIn(page: Page, email = EMAIL): Promise<void> {
  const auth = block(page, 'auth')
  await auth.getByLabel('Email').fill(email)
  await auth.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await auth.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
}

test('[S2-036] [S2-037] without a tenant, the profile is a sample card', async () => {
  const { page } = await visitor('/card')
  await page.goto(`${instance.url}/embed/profile`)
  await expect(page.getByRole('heading', { name: 'Ines Almeida' })).toBeVisible()
  await expect(page.getByText('ines@example.com')).toBeVisible()
  for (const text of ['Verified', 'Sample']) await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByText('Member since March 2025')).toBeVisible()
  for (const name of ['Account Settings', 'Sign Out'])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
  assert.deepEqual(await violations(page), [])
})

test('[S2-036] signed out, the profile shows no user’s data and leads to the sign-in', async () => {
  const { page } = await visitor('/card')
  await expect(signedOut(page)).toBeVisible()
  await expect(named(page)).toHaveCount(0)
  await expect(profileIn(page).getByRole('button')).toHaveCount(1)
  assert.deepEqual(await violations(page, true), [])
  await button(page, 'Sign In').click()
  const dialog = page.getByRole('dialog')
  const form = dialog.frameLocator('iframe')
  await form.getByLabel('Email').fill(EMAIL)
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Sign In', exact: true }).click()
  await form.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(profileIn(page).getByText(EMAIL)).toBeVisible()
  await expect(signedOut(page)).toHaveCount(0)
})

test('[S2-037] [S2-038] signed in, the profile is the visitor’s own, both buttons work, and the content below does not move', async () => {
  const { page } = await visitor()
  await expect(signedOut(page)).toBeVisible()
  await paintedOnly(page, 'Join us')
  await signIn(page)
  await expect(profileIn(page).getByText(EMAIL)).toBeVisible()
  await expect(profileIn(page).getByText('Verified', { exact: true })).toBeVisible()
  const now = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(new Date())
  await expect(profileIn(page).getByText(`Member since ${now}`)).toBeVisible()
  await expect(page.getByText('Members only')).toBeVisible()
  assert.deepEqual(await violations(page, true), [])
  await button(page, 'Account Settings').click()
  await expect(profileIn(page).getByRole('heading', { name: 'Account', exact: true })).toBeFocused()
  await profileIn(page).getByRole('button', { name: 'Done' }).click()
  await expect(named(page)).toBeFocused()
  await button(page, 'Sign Out').click()
  await expect(signedOut(page)).toBeVisible()
  await expect(block(page, 'auth').getByLabel('Email')).toBeVisible()
  await expect(page.getByText('Join us')).toBeVisible()
  const signOutEvents = async () => (await eventsOf(page)).filter(({ type }) => type === 'bb:signed-out')
  await expect.poll(signOutEvents).toHaveLength(1)
})

test('a visitor without a name is shown by email address, only once', async () => {
  const email = 'paul@mill.test'
  await makeUser(email)
  const { page } = await visitor()
  await signIn(page, email)
  await expect(profileIn(page).getByRole('heading', { name: email, exact: true })).toBeVisible()
  await expect(profileIn(page).getByText(email)).toHaveCount(1)
  await expect(profileIn(page).getByText('User', { exact: true })).toHaveCount(0)
})

test('elements marked with data-bb-show are never painted in the wrong state, also after a reload', async () => {
  const { page } = await visitor()
  await expect(page.getByText('Join us')).toBeVisible()
  await signIn(page)
  await expect(page.getByText('Members only')).toBeVisible()
  for (let times = 0; times < 3; times++) {
    await page.reload()
    await expect(named(page)).toBeVisible()
    await expect(page.getByText('Members only')).toBeVisible()
    await paintedOnly(page, 'Members only')
  }
  await callBb(page, 'signOut')
  await expect(page.getByText('Join us')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Join us')).toBeVisible()
  await paintedOnly(page, 'Join us')
})

test('[peers A6] [peers M8] what a member may do is shown on the page and in its products, and no longer after it is lost', async () => {
  const operator = operatorOf(keys)
  const insert = async (table: string, row: object) => {
    const { data, error } = await operator
      .from(table)
      .insert({ tenant_id: mill.id, ...row })
      .select()
      .single()
    assert.ifError(error)
    return data as { id: string }
  }
  const member = await makeUser('otto@mill.test', 'Otto')
  await insert('roles', { name: 'Editor', place: 1 })
  await insert('role_members', { auth_user_id: member, role: 'Editor' })
  const { id } = await insert('audiences', {
    name: 'Editors',
    rule: { any: [{ kind: 'role', role: 'Editor' }] },
  })
  const price = { price_cents: 1000, member_price_cents: 800, member_audience_id: id }
  await insert('items', { name: 'Editors’ loaf', audience_id: id, ...price })

  const { context } = await visitor('/card')
  // The page checks what a visitor has at intervals; here one lasts a second.
  await context.addInitScript(() => {
    const start = setInterval
    const fast = (work: () => void, ms: number) => start(work, ms > 20_000 && ms <= 60_000 ? 1000 : ms)
    if (top === window) window.setInterval = fast as typeof setInterval
  })
  const page = await strictPage(context)
  await page.goto(`${site}/club`)
  const card = block(page, 'pay').getByRole('listitem').filter({ hasText: 'Editors’ loaf' })
  await expect(card).toContainText('For members of \u2068Editor\u2069.')
  await expect(card).toContainText('€10.00')
  await expect(card.getByRole('button', { name: 'Sign In' })).toBeVisible()
  assert.deepEqual(await violations(page, true), [])

  await signIn(page, 'otto@mill.test')
  await expect(page.getByText('For editors')).toBeVisible()
  await expect(card).toContainText('Members’ price, instead of €10.00')
  await expect(card).not.toContainText('For members of')
  assert.deepEqual(await violations(page, true), [])
  await page.reload()
  await expect(page.getByText('For editors')).toBeVisible()
  await expect(card).toContainText('€8.00')

  assert.ifError((await operator.from('role_members').delete().eq('auth_user_id', member)).error)
  await expect(page.getByText('For editors')).toBeHidden()
  await page
    .frames()
    .find((frame) => frame.url().includes('/embed/pay'))!
    .evaluate(() => dispatchEvent(new Event('focus')))
  await expect(card).toContainText('Ask the owner for access.')
  await expect(card).toContainText('€10.00')
  await paintedOnly(page, 'For editors')

  // Products may share a name: the button leads to the one that opens it.
  const passes = []
  for (const description of ['For flour', 'For bread', 'For salt'])
    passes.push(await insert('items', { name: 'Pass', description, price_cents: 500 }))
  const rule = { any: [{ kind: 'bought', source: passes[1]!.id }] }
  assert.ifError((await operator.from('audiences').update({ rule }).eq('id', id)).error)
  await page.reload()
  await card.getByRole('button', { name: 'See Pass' }).click()
  const pass = block(page, 'pay').getByRole('listitem').filter({ hasText: 'For bread' })
  await expect(pass).toBeFocused()
})

test('two tabs and a second device: Sign out everywhere reaches the open frames', async () => {
  const first = await visitor()
  await signIn(first.page)
  // The other frame has received the sign-in and is listening.
  await expect(profileIn(first.page).getByText(EMAIL)).toBeVisible()
  const tab = await first.context.newPage()
  await tab.goto(site)
  await expect(named(tab)).toBeVisible()
  const second = await visitor()
  await signIn(second.page)
  await expect(profileIn(second.page).getByText(EMAIL)).toBeVisible()

  await second.page.bringToFront()
  await button(second.page, 'Account Settings').click()
  await profileIn(second.page).getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(signedOut(second.page)).toBeVisible()
  // The other device notices when its page is used again after the server has ended the session.
  await expect(async () => {
    await first.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await first.page
      .frames()
      .find((frame) => frame.url().includes('/embed/profile'))!
      .evaluate(() => {
        dispatchEvent(new Event('focus'))
      })
    await expect(signedOut(first.page)).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: PATIENCE })
  await expect(signedOut(tab)).toBeVisible()
  await expect(tab.getByText('Join us')).toBeVisible()
})

test('[peers A14] bb("token") returns a five-minute token that a server can verify with the published keys, and that grants no account access', async () => {
  const { page } = await visitor()
  assert.equal(await callBb(page, 'token'), null)
  await signIn(page)
  // The page may be notified after the frame has updated.
  await expect.poll(() => callBb(page, 'token')).not.toBeNull()
  const token = (await callBb(page, 'token')) as string
  const jwks = createRemoteJWKSet(new URL(`${instance.url}/auth/v1/.well-known/jwks.json`))
  const { payload } = await jwtVerify(token, jwks, {
    issuer: `${instance.url}/auth/v1`,
    audience: mill.public_key,
    algorithms: ['ES256'],
  })
  assert.equal(payload['email'], EMAIL)
  assert.equal(payload['email_verified'], true)
  assert.equal(payload['name'], 'Ines Almeida')
  assert.ok(payload.exp! - payload.iat! <= 300)
  assert.equal(await callBb(page, 'token'), token)
  const change = await fetch(`${instance.url}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: mill.public_key,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ data: { name: 'Mallory' } }),
  })
  assert.equal(change.status, 403)
  await button(page, 'Sign Out').click()
  await expect(signedOut(page)).toBeVisible()
  await expect.poll(() => callBb(page, 'token')).toBeNull()
})
