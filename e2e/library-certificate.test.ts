// A course that a member finishes on two devices, its certificate, a stranger who checks it, and the owner who revokes it.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { createItem, saveOutline } from '#blocks/library/endpoints-studio.ts'
import type { GivenItem } from '#blocks/library/endpoints-studio.ts'
import type { ItemKind } from '#blocks/library/endpoints.ts'
import { createCaller } from '#kernel/browser/call.ts'
import { PATIENCE, expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeMember, makeTenant, operatorOf, studioContext } from './api.ts'
import { ownAddress } from './bakery.ts'
import { PASSWORD } from './creator.ts'
import { fitsItsWidth } from './sideways.ts'
import { block } from './visitor.ts'

const NAME = 'Ann <b>Łucja</b>'
const instance = await sharedInstance()
const keys = keysOf(instance)
const creator = await makeCreator(keys, { email: ownAddress('certificate'), password: PASSWORD })
const plan = { user_id: creator.session.user.id, plan_id: 'pro', status: 'active' }
const operator = operatorOf(keys)
assert.ifError((await operator.from('bolt_subscriptions').upsert(plan)).error)
const { id: tenantId, public_key: publicKey } = await makeTenant(creator, 'Reading room')
const member = { email: ownAddress('learner'), password: PASSWORD }
await makeMember(keys, tenantId, member)
const call = createCaller({
  url: `${keys.url}/functions/v1`,
  apiKey: keys.anonKey,
  accessToken: async () => creator.session.access_token,
})

const server = createServer((_, response) => {
  const tag = (name: string, more = '') =>
    `<script async src="${instance.url}/v1/bb.js" data-tenant="${publicKey}" data-block="${name}" ${more}></script>`
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Mill</title><body>${tag('auth')}${tag('library', 'data-item="baking"')}</body></html>`,
    )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => {
  server.closeAllConnections()
  server.close()
})
const site = `http://course.localhost:${(server.address() as AddressInfo).port}`
const allowed = await operator
  .from('tenants')
  .update({ allowed_origins: [site] })
  .eq('id', tenantId)
assert.ifError(allowed.error)

const given = (title: string, more: Partial<GivenItem> = {}): GivenItem => ({
  title,
  summary: null,
  teaser: null,
  cover: null,
  tags: [],
  published_at: 'now',
  audience: { any: [{ kind: 'signed_in' }] },
  is_teaser: true,
  is_listed: true,
  counts_from: 'start',
  body: {},
  ...more,
})
const make = (kind: ItemKind, slug: string, item: GivenItem) =>
  call(createItem, { tenantId, kind, slug, item })
const doc = {
  type: 'doc' as const,
  content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Knead it.' }] }],
}
const lessons = [
  await make('article', 'flour', given('Flour', { body: { doc } })),
  await make('article', 'dough', given('Dough', { body: { doc } })),
]
const course = await make('course', 'baking', given('Baking in a week', { has_certificate: true }))
await call(saveOutline, {
  tenantId,
  itemId: course.id,
  revision: course.revision,
  modules: [
    { title: 'Week one', lessons: lessons.map(({ id }) => ({ item: id, drip_days: null, drip_at: null })) },
  ],
})

const browser = await launchBrowser()
async function device(width: number): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ viewport: { width, height: 900 } })
  context.setDefaultTimeout(PATIENCE)
  after(() => context.close())
  const page = await context.newPage()
  await page.goto(site)
  const auth = block(page, 'auth')
  await auth.getByLabel('Email').fill(member.email)
  await auth.getByLabel('Password', { exact: true }).fill(member.password)
  await auth.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(auth.getByText(member.email).first()).toBeVisible()
  return page
}
async function finish(page: Page, lesson: string): Promise<void> {
  const library = block(page, 'library')
  await library.getByRole('button', { name: lesson }).click()
  await library.getByRole('button', { name: 'Mark as finished' }).click()
  await expect(library.getByText('Finished')).toBeVisible()
  await library.getByRole('button', { name: 'Back' }).click()
}
let proof = ''

test('[peers C8] a course finished on two devices gives a certificate, which a stranger checks by its address', async () => {
  const [phone, desk] = [await device(390), await device(1440)]
  await finish(phone, 'Flour')
  await expect(block(phone, 'library').getByRole('heading', { name: 'Certificate' })).toHaveCount(0)
  await finish(desk, 'Dough')
  const library = block(desk, 'library')
  await expect(library.getByRole('heading', { name: 'Certificate' })).toBeVisible()
  await library.getByLabel('Your name on the certificate').fill(NAME)
  await library.getByRole('button', { name: 'Get your certificate' }).click()
  await expect(library.getByText(NAME)).toBeVisible()
  assert.deepEqual(await violations(desk, true), [])
  const saving = desk.waitForEvent('download')
  await library.getByRole('button', { name: 'Save as PDF' }).click()
  assert.equal((await saving).suggestedFilename(), 'certificate.pdf')
  proof = (await library.getByRole('link', { name: 'Check page' }).getAttribute('href'))!

  await phone.reload()
  await expect(block(phone, 'library').getByText(NAME)).toBeVisible()
  await fitsItsWidth(phone)

  const stranger = await (await browser.newContext({ viewport: { width: 390, height: 900 } })).newPage()
  after(() => stranger.context().close())
  await stranger.goto(proof)
  await expect(stranger.getByText('This certificate is valid.')).toBeVisible()
  await expect(stranger.getByText(NAME)).toBeVisible()
  await expect(stranger.getByText('Baking in a week')).toBeVisible()
  assert.ok(!(await stranger.content()).includes(member.email))
  assert.deepEqual(await violations(stranger), [])
  await fitsItsWidth(stranger)
})

test('[peers C8] the owner sees who finished a course, and revokes the certificate', async () => {
  const context = await studioContext(browser, instance.url, creator.session)
  after(() => context.close())
  const page = await context.newPage()
  await page.goto(`${instance.url}/bolt/library?tenant=${tenantId}&item=${course.id}`)
  await expect(page.getByText(member.email)).toBeVisible()
  await expect(page.getByRole('switch', { name: /Give a certificate/ })).toBeChecked()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: `Revoke the certificate of ${NAME}` }).click()
  await expect(page.getByText('Certificate revoked').first()).toBeVisible()
  const stranger = await browser.newPage()
  after(() => stranger.close())
  await stranger.goto(proof)
  await expect(stranger.getByText('No valid certificate', { exact: true })).toBeVisible()
  assert.ok(!(await stranger.content()).includes('Łucja'))
  await page.setViewportSize({ width: 390, height: 900 })
  await fitsItsWidth(page)
})
