// The main use case in a real browser: from a creator's sign-up to a paid order on a third-party page.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { serveDemoSite } from '../scripts/demo/site.ts'
import { violations } from './accessibility.ts'
import { addProduct, card, connectPayments, copySnippet, createTenant, signUpCreator } from './creator.ts'
import { escape } from './windows.ts'
import {
  CARDS,
  block,
  eventsOf,
  fillCard,
  openCheckout,
  recordEvents,
  signUpVisitor,
  withoutFrames,
} from './visitor.ts'

const TENANT = 'Hearth & Rye'
const VISITOR = { email: 'ines@posteo.test', password: 'crusty loaf on saturday' }

// At the top of the file, because hooks registered inside a suite's `before` would end with it.
let snippet = ''
const instance = await testInstance({}, { fromNothing: true })
const site = await serveDemoSite({ port: 0, snippet: () => snippet, scriptOrigin: instance.url })
after(() => site.stop())
const browser = await launchBrowser()
const studio = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
})
studio.setDefaultTimeout(PATIENCE)
const creator = await studio.newPage()
const visitors = await browser.newContext({ viewport: { width: 1280, height: 900 } })
visitors.setDefaultTimeout(PATIENCE)
await recordEvents(visitors)
let visitor = await strictPage(visitors)

test('[S1-002] [S1-003] [S1-004] [S1-006] a creator signs up, confirms, makes a tenant, connects payments, adds a product and copies the snippet', async () => {
  await signUpCreator(creator, instance, 'mara@hearthandrye.test')
  await createTenant(creator, TENANT)
  await connectPayments(creator, TENANT)
  await addProduct(creator, TENANT, {
    name: 'Rye & honey loaf',
    price: '12.50',
    description: 'Baked at six, warm at nine.',
  })
  snippet = await copySnippet(creator, TENANT, site.origin)
  assert.equal(snippet.match(/<script async src="[^"]+\/v1\/bb\.js"/g)?.length, 2, snippet)
})

test('the host page is cross-site: an unpartitioned cookie of the product is not sent from a frame there', async () => {
  const sent: string[] = []
  visitor.on('request', async (request) => {
    if (request.url().includes('/embed/pay')) sent.push((await request.allHeaders()).cookie ?? '')
  })
  await visitor.goto(`${instance.url}/embed/success`)
  await visitor.evaluate(() => {
    document.cookie = 'plain=1; Secure; SameSite=None; Path=/'
  })
  // The product's own site gets the cookie, so its absence in the frame proves something. A busy browser may
  // not report the cookies of a request, so the visit is repeated until it does.
  await expect(async () => {
    sent.length = 0
    await visitor.goto(`${instance.url}/embed/pay`)
    await expect.poll(() => sent, { timeout: 5000 }).toEqual(['plain=1'])
  }).toPass({ timeout: PATIENCE })
  sent.length = 0
  await visitor.goto(site.origin)
  await expect(block(visitor, 'pay').getByText('Available Products')).toBeVisible()
  await expect.poll(() => sent).toEqual([''])
  visitor.removeAllListeners('request')
  // Intercept responses only now, because intercepted ones show other headers. These tests use checkouts in a
  // window.
  await withoutFrames(visitors)
})

test('[S1-008] [S1-027] [S3-036] a visitor signs up in the block, confirms by email and is back on the site, signed in', async () => {
  await visitor.goto(site.origin)
  await signUpVisitor(visitor, instance, site.origin, VISITOR.email, VISITOR.password)
  await expect(visitor.getByText('Good to see you. Your loaf is on the list.')).toBeVisible()
})

test('[K11] the session survives a reload with all third-party cookies blocked', async () => {
  await visitor.reload()
  await expect(block(visitor, 'auth').getByText(VISITOR.email).first()).toBeVisible()
  await expect(visitor.getByText('Good to see you. Your loaf is on the list.')).toBeVisible()
})

test('[S1-027] the visitor signs out and in again, and the page follows', async () => {
  const auth = block(visitor, 'auth')
  await auth.getByRole('button', { name: 'Sign out' }).click()
  await expect(visitor.getByText('Good to see you. Your loaf is on the list.')).toBeHidden()
  await auth.getByLabel('Email').fill(VISITOR.email)
  await auth.getByLabel('Password', { exact: true }).fill('not the password')
  await auth.getByRole('button', { name: 'Sign In' }).click()
  await expect(auth.getByText('Invalid email or password.', { exact: false })).toBeVisible()
  await auth.getByLabel('Password', { exact: true }).fill(VISITOR.password)
  await auth.getByRole('button', { name: 'Sign In' }).click()
  await expect(block(visitor, 'auth').getByText(VISITOR.email).first()).toBeVisible()
  await expect(visitor.getByText('Good to see you. Your loaf is on the list.')).toBeVisible()
})

test('[S1-009] [S1-029] the visitor buys with 4242… in a separate window; the page stays unchanged and reports the purchase', async () => {
  await visitor.evaluate(() => Object.assign(window, { stays: true }))
  const checkout = await openCheckout(visitor, 'Rye & honey loaf')
  await expect(
    block(visitor, 'pay').getByText('The checkout for Rye & honey loaf is open in another window.'),
  ).toBeVisible()
  const over = checkout.waitForEvent('close')
  await fillCard(checkout, CARDS.good, VISITOR.email)
  await over
  await expect(
    block(visitor, 'pay').getByText('Payment successful. Thank you for your purchase of Rye & honey loaf.'),
  ).toBeVisible()
  await expect(block(visitor, 'pay').locator('.bb-drawn-tick')).toBeVisible()
  assert.equal(await visitor.evaluate(() => 'stays' in window), true, 'the page did not navigate')
  // The frame shows the purchase and reports it to the page, in no guaranteed order.
  const purchases = async () => (await eventsOf(visitor)).filter(({ type }) => type === 'bb:purchase')
  await expect.poll(purchases).toHaveLength(1)
  const events = await eventsOf(visitor)
  assert.doesNotMatch(
    JSON.stringify(events),
    /posteo|eyJ|[0-9a-f]{8}-[0-9a-f]{4}-/,
    'events contain no email address, token or id',
  )
})

test('a declined card shows an error, and the buyer can try another one', async () => {
  const checkout = await openCheckout(visitor, 'Rye & honey loaf')
  await fillCard(checkout, CARDS.declined, VISITOR.email)
  await expect(checkout.getByText('Your card was declined.').first()).toBeVisible()
  const over = checkout.waitForEvent('close')
  await fillCard(checkout, CARDS.good, VISITOR.email)
  await over
  await expect(block(visitor, 'pay').getByText(/Payment successful/)).toHaveCount(2)
})

test('a canceled checkout returns and says that nothing was charged', async () => {
  const checkout = await openCheckout(visitor, 'Sample product')
  await checkout.getByRole('link', { name: 'Back' }).click()
  await expect(
    block(visitor, 'pay').getByText('Your payment was canceled. You have not been charged.'),
  ).toBeVisible()
  await expect.poll(() => checkout.isClosed()).toBe(true)
})

test('a tab closed after paying: the order is paid, and the next visit reports it to the buyer', async () => {
  const checkout = await openCheckout(visitor, 'Sample product')
  // The provider charged the card, but the browser never follows the redirect back, and the page sends no
  // more requests.
  await checkout.route('**/checkout/return**', (route) => route.abort())
  await visitor.route('**/order-status', (route) => route.abort())
  const paid = checkout.waitForRequest('**/checkout/return**')
  await fillCard(checkout, CARDS.good, VISITOR.email)
  await paid
  await checkout.close()
  await visitor.close()
  visitor = await strictPage(visitors)
  await visitor.goto(site.origin)
  await expect(
    block(visitor, 'pay').getByText('Payment successful. Thank you for your purchase of Sample product.'),
  ).toBeVisible()
})

test('[S1-029] the Studio shows the paid orders', async () => {
  await creator.goto(`${instance.url}/studio`)
  const rows = creator.getByRole('row').filter({ hasText: VISITOR.email })
  await expect(rows.filter({ hasText: 'Rye & honey loaf' })).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Sample product' }).filter({ hasText: 'Paid' })).toHaveCount(1)
  await expect(rows.filter({ hasText: '€12.50' })).toHaveCount(2)
})

test('axe finds nothing on the dashboard, in its dialogs and in the blocks', async () => {
  assert.deepEqual(await violations(creator), [])
  await card(creator, TENANT).getByRole('button', { name: 'Tenant Settings' }).click()
  for (const tab of ['General', 'Auth', 'Payments', 'Products']) {
    await creator.getByRole('tab', { name: tab }).click()
    await expect(creator.getByRole('tabpanel', { name: tab })).toBeVisible()
    assert.deepEqual(await violations(creator), [], tab)
  }
  await escape(creator.getByRole('dialog', { name: 'Tenant Settings' }))
  await card(creator, TENANT).getByRole('button', { name: 'Embed' }).click()
  const embedDialog = creator.getByRole('dialog', { name: 'Embed Code' })
  await expect(embedDialog).toBeVisible()
  await embedDialog.getByRole('radio', { name: 'Match the page' }).click()
  await embedDialog.getByRole('radio', { name: 'Hide' }).click()
  await expect(embedDialog.locator('pre').first()).toContainText('data-theme="auto"')
  await expect(embedDialog.locator('pre').first()).toContainText('data-heading="none"')
  assert.deepEqual(await violations(creator), [])
  await block(visitor, 'auth').getByText(VISITOR.email).first().waitFor()
  assert.deepEqual(await violations(visitor, true), [])
})
