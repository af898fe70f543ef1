// Custom blocks on a third-party page: each type, what locks and unlocks them, under a strict content
// security policy.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { heightOf } from '#features/my-blocks/kinds/height.ts'
import { TEMPLATES } from '#features/my-blocks/kinds/templates.ts'
import { reactSnippet, scriptTag, wordpressSnippet } from '#kernel/browser/snippet.ts'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeMember, makeTenant, operatorOf } from './api.ts'

const MEMBER = { email: 'ines@posteo.test', password: 'crusty loaf on saturday' }

const instance = await sharedInstance()
const keys = keysOf(instance)
const operator = operatorOf(keys)
const mara = await makeCreator(keys, { email: 'mara@my-blocks.test', password: 'slow bread before dawn' })
const mill = await makeTenant(mara, 'Mill')

// A third-party page that forbids everything except what the blocks need: script, frames, and the style
// attribute with which a printed tag reserves its height.
let body = ''
let background = '#fff'
const server = createServer((_, response) =>
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src ${instance.url}; frame-src ${instance.url}; style-src-attr 'unsafe-inline'`,
    })
    .end(
      `<!doctype html><html lang="en"><title>Mill</title><body bgcolor="${background}">${body}</body></html>`,
    ),
)
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

const memberId = await makeMember(keys, mill.id, MEMBER)

async function makeBlock(title: string, data: object): Promise<string> {
  const { data: row, error } = await operator
    .from('bolt_blocks')
    .insert({ user_id: mara.session.user.id, title, data })
    .select('id')
    .single()
  assert.ifError(error)
  return row.id as string
}
const template = (id: string) => TEMPLATES.find((one) => one.id === id)!

const browser = await launchBrowser()
const page = await newVisitor()
const errors: string[] = []
page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
page.on('pageerror', (why) => errors.push(why.message))

/** A new visitor in a browser that blocks third-party cookies. */
async function newVisitor(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 900, height: 900 }, locale: 'en-GB' })
  context.setDefaultTimeout(PATIENCE)
  return strictPage(context)
}

const tag = (id: string, more = '') =>
  `<script async src="${instance.url}/v1/bb.js" data-tenant="${mill.public_key}" data-id="${id}" ${more}></script>`
const framed = (on: Page, id: string) => on.frameLocator(`iframe[src*="${id}"]`)

test('every type appears at its tag, identified only by its id, without a policy violation', async () => {
  const datas = {
    text: { ...template('text').data, style: { fontSize: 22, color: '#b8001f' } },
    profile: { ...template('profile').data },
    pricing: { ...template('pricing').data },
    custom: { type: 'notice', bread: ['rye', 'wheat'], since: 2019 },
  }
  const ids = {
    text: await makeBlock('Opening hours', datas.text),
    profile: await makeBlock('Baker', datas.profile),
    pricing: await makeBlock('Membership', datas.pricing),
    custom: await makeBlock('Allergens', datas.custom),
  }
  // Tags as the Studio prints them, in each of its forms.
  const tenant = { public_key: mill.public_key, theme: 'clean', mode: 'test' as const }
  const origins = { test: instance.url, live: instance.url }
  const which = (kind: keyof typeof ids) => ({ id: ids[kind], height: heightOf(datas[kind]) })
  body = [
    '<h1>Mill</h1>',
    scriptTag(tenant, which('text'), origins),
    reactSnippet(tenant, which('profile'), origins),
    wordpressSnippet(tenant, which('pricing'), origins),
    tag(ids.custom, `data-block="my-block" data-height="${which('custom').height}"`),
  ].join('\n')
  await page.goto(site)
  const textBlock = framed(page, ids.text).locator('.bb-passage')
  await expect(textBlock).toContainText('Closed on Mondays.')
  // Server-rendered: without interaction the block's script is not loaded.
  assert.deepEqual(
    await textBlock.evaluate((el) => [getComputedStyle(el).fontSize, getComputedStyle(el).color]),
    ['22px', 'rgb(184, 0, 31)'],
  )
  await expect(framed(page, ids.profile).getByRole('heading', { name: 'Your name' })).toBeVisible()
  await expect(framed(page, ids.profile).getByRole('link', { name: 'you@example.com' })).toBeVisible()
  const offers = framed(page, ids.pricing)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  await expect(offers).toHaveCount(3)
  const custom = framed(page, ids.custom)
  await custom.locator('dl').scrollIntoViewIfNeeded()
  await expect(custom.getByRole('heading', { name: 'Allergens' })).toBeVisible()
  await expect(custom.getByRole('definition').first()).toContainText('rye')
  // A frame this wide shows three columns.
  const tops = await offers.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  assert.equal(new Set(tops).size, 1)
  // The reserved height is close to what each block takes on the page. Only the last one has the "Powered by" line, which
  // the others keep the height of, so that nothing moves.
  for (const kind of ['text', 'profile', 'pricing', 'custom'] as const) {
    const { height } = (await page.locator(`iframe[src*="${ids[kind]}"]`).locator('..').boundingBox())!
    assert.ok(
      Math.abs(height - heightOf(datas[kind])) < 24,
      `${kind}: ${height}, not ${heightOf(datas[kind])}`,
    )
  }
  assert.deepEqual(await violations(page, true), [])
  assert.deepEqual(errors, [])
})

test('[S2-281] a block for members unlocks when they sign in over the page, stays unlocked, and locks when they sign out', async () => {
  const canary = 'canary-91d2'
  const id = await makeBlock('Recipe', { type: 'text', content: canary, requires_auth: true })
  body = `<h1>Mill</h1>${tag(id)}`
  const responses: string[] = []
  page.on(
    'response',
    (response) =>
      void response.text().then(
        (text) => responses.push(text),
        () => {},
      ),
  )
  await page.goto(site)
  const recipe = framed(page, id)
  await expect(recipe.getByRole('heading', { name: 'Sign in to see Recipe' })).toBeVisible()
  assert.deepEqual(await violations(page, true), [])
  await recipe.getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog')
  const auth = dialog.frameLocator('iframe[src*="/embed/auth"]')
  await expect(auth.getByLabel('Email')).toBeVisible()
  assert.ok(!responses.join().includes(canary), 'no content arrives before')
  await signInAt(auth)
  await expect(recipe.getByText(canary)).toBeVisible()
  await auth.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(recipe.getByText(canary)).toBeVisible()
  await page.evaluate(() => (window as unknown as { bb(name: string): Promise<void> }).bb('signOut'))
  await expect(recipe.getByRole('heading', { name: 'Sign in to see Recipe' })).toBeVisible()
  await expect(recipe.getByText(canary)).toHaveCount(0)
  assert.deepEqual(errors, [])
})

async function signInAt(auth: FrameLocator | Page): Promise<void> {
  await auth.getByLabel('Email').fill(MEMBER.email)
  await auth.getByLabel('Password', { exact: true }).fill(MEMBER.password)
  await auth.getByRole('button', { name: 'Sign In' }).click()
}

test('signing in with the page’s sign-in block unlocks every block for members on it', async () => {
  const data = { type: 'text', content: 'canary-4c07', requires_auth: true }
  const ids = [await makeBlock('Recipe', data), await makeBlock('Timetable', data)]
  body = `<h1>Mill</h1><bb-block block="auth"></bb-block>${ids.map((id) => tag(id)).join('')}`
  const visitor = await newVisitor()
  await visitor.goto(site)
  for (const id of ids)
    await expect(framed(visitor, id).getByRole('button', { name: 'Sign In' })).toBeVisible()
  await signInAt(visitor.frameLocator('iframe[src*="/embed/auth"]'))
  for (const id of ids) await expect(framed(visitor, id).getByText('canary-4c07')).toBeVisible()
})

test('[peers D9] a block for a role: a member without it learns whom to ask; given, it opens, and lost, it closes on the open page', async () => {
  const upgraded = await operator
    .from('bolt_subscriptions')
    .upsert({ user_id: mara.session.user.id, plan_id: 'business', status: 'active' })
  assert.ifError(upgraded.error)
  assert.ifError((await operator.from('roles').insert({ tenant_id: mill.id, name: 'Reader' })).error)
  const audience = { any: [{ kind: 'role', role: 'Reader' }] }
  const id = await makeBlock('Letters', { type: 'text', content: 'canary-77e0', audience })
  body = `<h1>Mill</h1><bb-block block="auth"></bb-block>${tag(id)}`
  const visitor = await newVisitor()
  await visitor.goto(site)
  const letters = framed(visitor, id)
  await expect(letters.getByRole('heading', { name: 'Sign in to see Letters' })).toBeVisible()
  await signInAt(visitor.frameLocator('iframe[src*="/embed/auth"]'))
  await expect(letters.getByRole('heading', { name: 'You do not have access to Letters' })).toBeVisible()
  await expect(letters.getByText('Ask the owner of this site for access.')).toBeVisible()
  assert.deepEqual(await violations(visitor, true), [])

  const given = { tenant_id: mill.id, role: 'Reader', auth_user_id: memberId }
  assert.ifError((await operator.from('role_members').insert(given)).error)
  // It reads its state again every 15 seconds, without a click.
  await expect(letters.getByText('canary-77e0')).toBeVisible()
  assert.ifError((await operator.from('role_members').delete().eq('tenant_id', mill.id)).error)
  await expect(letters.getByRole('heading', { name: 'You do not have access to Letters' })).toBeVisible()
  await expect(letters.getByText('canary-77e0')).toHaveCount(0)
  await visitor.context().close()
  await operator.from('bolt_subscriptions').delete().eq('user_id', mara.session.user.id)
})

test('opened alone in a window, it lets visitors sign in beside it', async () => {
  const id = await makeBlock('Recipe', { type: 'text', content: 'canary-2e55', requires_auth: true })
  const visitor = await newVisitor()
  await visitor.goto(`${instance.url}/embed/my-block?tenant=${mill.public_key}&id=${id}`)
  assert.deepEqual(await violations(visitor), [])
  const opening = visitor.waitForEvent('popup')
  await visitor.getByRole('button', { name: 'Sign In' }).click()
  await signInAt(await opening)
  await expect(visitor.getByText('canary-2e55')).toBeVisible()
})

test('a block that its owner’s plan does not include shows the required plan; an unknown block says that it does not exist', async () => {
  const id = await makeBlock('Baker profile', { ...template('profile').data, required_plan: 'pro' })
  const missingId = '01900000-0000-7000-8000-000000000000'
  body = `<h1>Mill</h1>${tag(id)}${tag(missingId)}`
  await page.goto(site)
  const locked = framed(page, id)
  await expect(locked.getByRole('heading', { name: 'Baker profile is part of Pro' })).toBeVisible()
  await expect(locked.getByText('€19/month')).toBeVisible()
  const upgrade = locked.getByRole('link', { name: 'Upgrade Plan' })
  assert.equal(await upgrade.evaluate((link: HTMLAnchorElement) => link.href), `${instance.url}/bolt/pricing`)
  await expect(framed(page, missingId).getByText('This block does not exist')).toBeVisible()
  assert.deepEqual(await violations(page, true), [])
  assert.deepEqual(errors, [])
})

test('on a dark page text keeps its color as far as it stays legible', async () => {
  const id = await makeBlock('Hours', {
    type: 'text',
    content: 'Seven till two',
    style: { fontSize: 16, color: '#333333' },
  })
  body = `<h1>Mill</h1>${tag(id)}`
  background = '#111'
  await page.goto(site)
  const textBlock = framed(page, id).locator('.bb-passage')
  await expect(textBlock).toBeVisible()
  const [red = 0] = (await textBlock.evaluate((el) => getComputedStyle(el).color.match(/\d+/g)!)).map(Number)
  assert.ok(red > 130, `rgb of ${red} on #111`)
  background = '#fff'
})
