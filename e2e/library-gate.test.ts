// A part of a third-party static page behind a purchase: teaser, sign-up, payment, the same paragraph at the same place; a refund closes it.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf } from './api.ts'
import { makeBakery, ownAddress } from './bakery.ts'
import { PASSWORD } from './creator.ts'
import { fitsItsWidth } from './sideways.ts'
import { CARDS, block, checkoutIn, fillCard } from './visitor.ts'

const BODY = 'Rest the dough at eight degrees for a night.'
const EMAIL = ownAddress('reader')
const instance = await sharedInstance()
let publicKey = ''

/** A static page whose policy allows our host alone. Long enough that its reader has scrolled. */
const server = createServer((request, response) => {
  const item = request.url === '/members' ? 'for-members' : 'cold-rest'
  const gate = `<div data-bb-gate="${item}" data-theme="auto"></div>`
  const filler = '<p>Bread is flour, water, salt and time.</p>'.repeat(40)
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src ${instance.url}; frame-src ${instance.url}`,
    })
    .end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Mill</title><script async src="${instance.url}/v1/bb.js" data-tenant="${publicKey}"></script><body><main><h1>Mill</h1>${filler}${gate}${filler}</main></body></html>`,
    )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => {
  server.closeAllConnections()
  server.close()
})
const site = `http://gate.localhost:${(server.address() as AddressInfo).port}`
const mara = await makeBakery(keysOf(instance), site)
publicKey = mara.tenant.public_key

async function makeProduct(): Promise<string> {
  const row = { tenant_id: mara.tenant.id, name: 'Bakers’ notes', price_cents: 700, currency: 'eur' }
  const { data, error } = await mara.client.from('items').insert(row).select('id').single()
  assert.ifError(error)
  return data.id as string
}
const product = await makeProduct()
async function makeArticle(slug: string, text: string, rule: object): Promise<void> {
  const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
  const { error } = await mara.client.functions.invoke(`library/${mara.tenant.id}/items`, {
    method: 'POST',
    body: {
      kind: 'article',
      slug,
      item: {
        title: 'A cold rest',
        summary: null,
        teaser: 'How cold, and how long?',
        cover: null,
        tags: [],
        published_at: 'now',
        audience: { any: [rule] },
        is_teaser: true,
        is_listed: true,
        counts_from: 'start',
        body: { doc },
      },
    },
  })
  assert.ifError(error)
}
await makeArticle('cold-rest', BODY, { kind: 'bought', source: product })
await makeArticle('for-members', 'Only for members.', { kind: 'signed_in' })

const browser = await launchBrowser()
const context = await browser.newContext({ viewport: { width: 390, height: 900 } })
context.setDefaultTimeout(PATIENCE)
after(() => context.close())
const page = await strictPage(context)
const gate = block(page, 'gate')
/** Every response that the browser got, as text. */
const received: Promise<string>[] = []
page.on('response', (response) => received.push(response.text().catch(() => '')))
const gotBody = async () => (await Promise.all(received)).some((text) => text.includes(BODY))

test('[peers C4] [peers C9] a teaser, a sign-up and a payment open the paragraph where it is, and its bytes come only then', async () => {
  await page.goto(site)
  await page.locator('[data-bb-gate]').scrollIntoViewIfNeeded()
  await expect(gate.getByText('How cold, and how long?')).toBeVisible()
  await expect(gate.getByText('This is for members with')).toContainText('Bakers’ notes')
  await expect(gate.getByRole('heading')).toHaveCount(0)
  assert.deepEqual(await violations(page, true), [])
  await gate.getByRole('button', { name: 'Sign in' }).click()
  await signUp()
  await page.locator('[data-bb-gate]').scrollIntoViewIfNeeded()
  await expect(gate.getByRole('button', { name: 'Sign in' })).toHaveCount(0)
  await expect(gate.getByText('How cold, and how long?')).toBeVisible()
  assert.ok(!(await gotBody()), 'the body before the payment')
  await fitsItsWidth(page)

  const place = await page.evaluate(() => scrollY)
  assert.ok(place > 300, `${place}`)
  await gate.getByRole('button', { name: 'Get access for' }).click()
  const dialog = block(page, 'pay')
  await expect(dialog.getByText('Weekly bread box')).toHaveCount(0)
  await fillCard(checkoutIn(page), CARDS.good, EMAIL)
  await expect(gate.getByText(BODY)).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Escape')
  await expect(gate.getByText('How cold, and how long?')).toHaveCount(0)
  assert.equal(await page.evaluate(() => scrollY), place)
  assert.deepEqual(await violations(page, true), [])
  await page.reload()
  await page.locator('[data-bb-gate]').scrollIntoViewIfNeeded()
  await expect(gate.getByText(BODY)).toBeVisible()
})

test('[peers C5] a refund closes the paragraph within a minute', async () => {
  await page.goto(site)
  await page.locator('[data-bb-gate]').scrollIntoViewIfNeeded()
  await expect(gate.getByText(BODY)).toBeVisible()
  await refund()
  await expect(gate.getByText(BODY)).toHaveCount(0, { timeout: 60_000 })
  await expect(gate.getByRole('button', { name: 'Get access for' })).toBeVisible()
})

test('a sign-out hides the paragraph at once, also when the library cannot be read', async () => {
  await page.goto(`${site}/members`)
  await page.locator('[data-bb-gate]').scrollIntoViewIfNeeded()
  await expect(gate.getByText('Only for members.')).toBeVisible()
  await page.route('**/library-items/*', (route) => route.abort())
  await page.evaluate(() => void window.bb!('signOut'))
  await expect(gate.getByText('Only for members.')).toHaveCount(0)
  await expect(gate.getByText('How cold, and how long?')).toBeVisible()
})

/** In the dialog of the gate; the page itself has no block for sign-in, so the gate takes the code of the return. */
async function signUp(): Promise<void> {
  const auth = block(page, 'auth')
  await auth.getByRole('radio', { name: 'Create Account' }).click()
  await auth.getByLabel('Email').fill(EMAIL)
  await auth.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await auth.getByRole('button', { name: 'Create Account' }).click()
  await expect(auth.getByText('We sent you a confirmation link')).toBeVisible()
  await page.goto((await instance.mailTo(EMAIL, 1)).links[0]!)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await page.getByRole('link', { name: /Back to/ }).click()
  await page.waitForURL((url) => url.origin === site)
}

async function refund(): Promise<void> {
  const { data, error } = await mara.client
    .from('orders')
    .select('id')
    .eq('tenant_id', mara.tenant.id)
    .eq('status', 'paid')
  assert.ifError(error)
  for (const { id } of data as { id: string }[]) {
    const refunded = await mara.client.functions.invoke(`order-operations/${id}/refund`, {
      method: 'POST',
      body: {},
    })
    assert.ifError(refunded.error)
  }
}
