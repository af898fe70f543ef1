// The library on a third-party page with a strict policy: teaser, sign-up, a role that opens the text, progress, and the role's end.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, operatorOf } from './api.ts'
import { ownAddress } from './bakery.ts'
import { PASSWORD } from './creator.ts'
import { fitsItsWidth } from './sideways.ts'
import { block, signUpVisitor } from './visitor.ts'

const BODY = 'Feed it at six in the morning.'
const EMAIL = ownAddress('reader')

const instance = await sharedInstance()
const keys = keysOf(instance)
const creator = await makeCreator(keys, { email: ownAddress('library-embed'), password: PASSWORD })
const plan = { user_id: creator.session.user.id, plan_id: 'pro', status: 'active' }
const operator = operatorOf(keys)
assert.ifError((await operator.from('bolt_subscriptions').upsert(plan)).error)
const { id: tenantId, public_key: publicKey } = await makeTenant(creator, 'Reading room')

const server = createServer((request, response) => {
  const tag = (name: string, more = '') =>
    `<script async src="${instance.url}/v1/bb.js" data-tenant="${publicKey}" data-block="${name}" ${more}></script>`
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src ${instance.url}; frame-src ${instance.url}; style-src-attr 'unsafe-inline'`,
    })
    .end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Mill</title><body><main><h1>Mill</h1>${
        request.url === '/list' ? tag('library') : tag('library', 'data-item="sourdough"')
      }${tag('auth')}</main></body></html>`,
    )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => {
  server.closeAllConnections()
  server.close()
})
const site = `http://library.localhost:${(server.address() as AddressInfo).port}`
assert.ifError(
  (
    await operator
      .from('tenants')
      .update({ allowed_origins: [site] })
      .eq('id', tenantId)
  ).error,
)

const insert = async (table: string, row: object) => {
  const { error } = await operator.from(table).insert({ tenant_id: tenantId, ...row })
  assert.ifError(error)
}
await insert('roles', { name: 'Club', place: 1 })
const made = await creator.client.functions.invoke(`library/${tenantId}/items`, {
  method: 'POST',
  body: {
    kind: 'article',
    slug: 'sourdough',
    item: {
      title: 'Sourdough <i>at home</i>',
      summary: 'A starter in five days.',
      teaser: 'All you need is a jar.',
      cover: null,
      tags: ['Bread'],
      published_at: 'now',
      audience: { any: [{ kind: 'role', role: 'Club' }] },
      is_teaser: true,
      is_listed: true,
      counts_from: 'start',
      body: {
        doc: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: BODY }] }] },
      },
    },
  },
})
assert.ifError(made.error)

const browser = await launchBrowser()
const context = await browser.newContext({ viewport: { width: 390, height: 900 } })
context.setDefaultTimeout(PATIENCE)
after(() => context.close())
const page = await strictPage(context)
const library = block(page, 'library')
const reader = async () => {
  const { data, error } = await operator.from('end_users').select('auth_user_id').eq('tenant_id', tenantId)
  assert.ifError(error)
  return (data as { auth_user_id: string }[])[0]!.auth_user_id
}

test('[peers C1] a teaser, then a sign-up, then a role opens the text in place, and progress stays', async () => {
  await page.goto(site)
  await expect(library.getByRole('heading', { name: 'Sourdough <i>at home</i>' })).toBeVisible()
  await expect(library.getByText('All you need is a jar.')).toBeVisible()
  await expect(library.getByText('This is for members with')).toContainText('Club')
  await expect(library.getByText(BODY)).toHaveCount(0)
  assert.ok(!(await frameHtml()).includes(BODY))
  assert.deepEqual(await violations(page, true), [])
  await fitsItsWidth(page)

  await signUpVisitor(page, instance, site, EMAIL, PASSWORD)
  await expect(library.getByText('This is for members with')).toBeVisible()
  await expect(library.getByText(BODY)).toHaveCount(0)

  await insert('role_members', { auth_user_id: await reader(), role: 'Club' })
  await expect(library.getByText(BODY)).toBeVisible({ timeout: 60_000 })
  assert.deepEqual(await violations(page, true), [])
  await library.getByRole('button', { name: 'Mark as finished' }).click()
  await expect(library.getByText('Finished')).toBeVisible()
  await page.reload()
  await expect(library.getByText(BODY)).toBeVisible()
  await expect(library.getByText('Finished')).toBeVisible()
  await page.goto(`${site}/list`)
  await library.getByRole('button', { name: 'Sourdough <i>at home</i>' }).click()
  await expect(library.getByText(BODY)).toBeVisible()
})

test('[peers C2] a lost role closes the open text within a minute', async () => {
  await page.goto(site)
  await expect(library.getByText(BODY)).toBeVisible()
  assert.ifError((await operator.from('role_members').delete().eq('tenant_id', tenantId)).error)
  await expect(library.getByText(BODY)).toHaveCount(0, { timeout: 60_000 })
  await expect(library.getByText('This is for members with')).toBeVisible()
  assert.ok(!(await frameHtml()).includes(BODY))
})

const frameHtml = () =>
  page
    .frames()
    .find((frame) => frame.url().includes('/embed/library'))!
    .content()
