// A plan from its trial to its renewal after a cancellation, and a day pass to its end, with the provider's
// own pages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { violations } from './accessibility.ts'
import { type Creator, keysOf, makeCreator, makeTenant, operatorOf, studioContext } from './api.ts'
import { PASSWORD } from './creator.ts'

const instance = await testInstance({ STAFF_EMAIL_DOMAINS: 'bakehouse.test' })
const keys = keysOf(instance)
const browser = await launchBrowser()
const mara = await makeCreator(keys, { email: 'mara@hearthandrye.test', password: PASSWORD })
const dana = await makeCreator(keys, { email: 'dana@bakehouse.test', password: PASSWORD })
const page = await (await studioContext(browser, instance.url, mara.session)).newPage()

const CARD = {
  good: '4242 4242 4242 4242',
  another: '5555 5555 5555 4444',
  failsLater: '4000 0000 0000 0341',
}
const DAY = 86_400

/** Advances the provider's clock; everything that falls due is processed before it responds. */
async function advance(days: number): Promise<void> {
  const response = await fetch(`${instance.sandboxUrl}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: days * DAY }),
  })
  assert.equal(response.status, 200, await response.text())
}

interface Known {
  active: boolean
  plan: string
  trial_available: boolean
  held: { plan_id: string; status: string; cancel_at: string | null } | null
}

/** The server's current state; the provider's events may arrive after its pages. */
async function billing({ session }: Creator): Promise<Known> {
  const headers = { apikey: keys.anonKey, authorization: `Bearer ${session.access_token}` }
  const response = await fetch(`${instance.url}/functions/v1/billing`, { headers })
  assert.equal(response.status, 200)
  return (await response.json()) as Known
}
const becomes = (status: string) =>
  expect.poll(async () => (await billing(mara)).held?.status, { message: status }).toBe(status)

async function fillCard(on: Page, number: string, act: string): Promise<void> {
  await on.getByLabel('Card number').fill(number)
  await on.getByLabel('Expiry').fill('12 / 34')
  await on.getByLabel('CVC').fill('123')
  await on.getByLabel('Name on card').fill('Mara Lindqvist')
  await on.getByRole('button', { name: act }).click({ noWaitAfter: true })
}

const go = (path: string) => page.goto(instance.url + path)
const at = (path: string) => page.waitForURL((url) => url.origin === instance.url && url.pathname === path)
const plan = (name: string) =>
  page.getByRole('list', { name: 'Plans' }).getByRole('listitem', { name, exact: true })
const card = page.getByRole('region', { name: 'Plan', exact: true })

async function changeCard(number: string): Promise<void> {
  await page.getByRole('link', { name: 'Change card' }).click()
  await fillCard(page, number, 'Save card')
  await expect(page.getByText(`ending in ${number.slice(-4)}`)).toBeVisible()
}

async function backFromPortal(): Promise<void> {
  await page.getByRole('link', { name: /^Return to/ }).click()
  await page.waitForURL((url) => url.origin === instance.url)
}

test('[S2-328] [S7-058] a trial starts: from the plans to the provider, and into the Studio', async () => {
  await go('/bolt/studio')
  await at('/bolt/pricing')
  await plan('Pro').getByRole('button', { name: 'Start Free Trial' }).click()
  await page.waitForURL(/\/c\/pay\//)
  await fillCard(page, CARD.good, 'Start trial')
  await at('/bolt/studio')
  await expect(card).toContainText('Pro')
  await expect(card).toContainText('Trial')
  await expect(card).toContainText(/Trial ends .+, then €19\.00\/month/)
  const known = await billing(mara)
  assert.deepEqual([known.active, known.plan, known.trial_available], [true, 'pro', false])
})

test('three days later the plan is paid', async () => {
  await advance(3.1)
  await becomes('active')
  await page.reload()
  await expect(card).toContainText('Active')
  await expect(card).toContainText('Next payment')
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Renews')
})

test('[S2-319] [S2-320] Manage Billing leads to the billing portal and back', async () => {
  await go('/bolt/studio/billing')
  await page.getByRole('main').getByRole('button', { name: 'Manage Billing' }).click()
  await page.waitForURL((url) => url.origin === instance.sandboxUrl)
  // A card that can be saved but fails when it is charged.
  await changeCard(CARD.failsLater)
  await backFromPortal()
  await at('/bolt/studio/billing')
  // The portal returns to the plans, where it was opened, not to the Studio.
  await go('/bolt/pricing?manage=1')
  await page.getByRole('main').getByRole('button', { name: 'Manage Billing' }).click()
  await backFromPortal()
  await page.waitForURL(`${instance.url}/bolt/pricing?manage=1`)
})

test('a renewal fails: the plan stays active, and every screen says what to do', async () => {
  await advance(31)
  await becomes('past_due')
  await go('/bolt/studio')
  const banner = page.getByRole('region', { name: 'Payment failed' })
  await expect(banner).toContainText('Your last payment failed')
  await expect(banner).toContainText('Update your card')
  await expect(card).toContainText('Past Due')
  assert.deepEqual(await violations(page), [])
  await banner.getByRole('button', { name: 'Manage Billing' }).click()
  await page.waitForURL((url) => url.origin === instance.sandboxUrl)
  await changeCard(CARD.good)
  await backFromPortal()
  await becomes('active')
  await page.reload()
  await expect(card).toContainText('Active')
  await expect(banner).toHaveCount(0)
})

test('canceled at the end of the period: access until then, none after it', async () => {
  await go('/bolt/billing')
  await page.getByRole('main').getByRole('button', { name: 'Manage Billing' }).click()
  await page.getByRole('link', { name: 'Cancel subscription' }).click()
  await page.getByRole('button', { name: /Cancel/ }).click()
  await expect(page.getByText(/Ends on/).first()).toBeVisible()
  await backFromPortal()
  await expect.poll(async () => (await billing(mara)).held?.cancel_at).toBeTruthy()
  await go('/bolt/billing')
  await expect(card).toContainText('Active')
  await expect(card).toContainText(/Ends \d+ \w+ \d{4}/)
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Ends')
  await advance(32)
  await becomes('canceled')
  await go('/bolt/studio')
  await at('/bolt/pricing')
  assert.equal((await billing(mara)).active, false)
})

test('[S2-318] subscribing again charges immediately, without a second trial', async () => {
  await expect(plan('Pro').getByRole('button', { name: 'Subscribe' })).toBeVisible()
  await expect(page.getByText('3-day free trial')).toHaveCount(0)
  await go('/bolt/billing')
  await page.getByRole('button', { name: 'Resubscribe' }).click()
  await page.waitForURL(/\/c\/pay\//)
  await expect(page.getByText('€19.00').first()).toBeVisible()
  await fillCard(page, CARD.good, 'Subscribe')
  await at('/bolt/studio')
  await becomes('active')
  await expect(card).toContainText('Active')
})

test('[S2-318] [S2-319] [S2-320] [S2-343] a checkout from payments admin ends on the billing page, verified, with a portal link', async () => {
  const staff = await (await studioContext(browser, instance.url, dana.session)).newPage()
  await staff.goto(`${instance.url}/bolt/admin/stripe`)
  await staff.getByRole('button', { name: 'Test checkout of Business' }).click()
  await staff.waitForURL(/\/c\/pay\//)
  await staff.getByRole('link', { name: /Back/ }).first().click()
  await expect(staff.getByRole('heading', { name: 'Payment was canceled' })).toBeVisible()
  await staff.goto(`${instance.url}/bolt/admin/stripe`)
  await staff.getByRole('button', { name: 'Test checkout of Business' }).click()
  await staff.waitForURL(/\/c\/pay\//)
  let portals = 0
  staff.on('request', (request) => (portals += Number(request.url().endsWith('/functions/v1/bolt-portal'))))
  // Each card gets only one trial, and Mara's was used.
  await fillCard(staff, CARD.another, 'Start trial')
  await staff.waitForURL((url) => url.pathname === '/studio/billing')
  await expect(staff.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
  const link = staff.getByRole('link', { name: 'Manage Billing' })
  await expect(link).toHaveAttribute('href', new RegExp(`^${instance.sandboxUrl}/`))
  assert.ok(portals > 0, 'the portal link was requested in advance')
  assert.deepEqual(await violations(staff), [])
  await link.click()
  await staff.waitForURL((url) => url.origin === instance.sandboxUrl)
  await expect(staff.getByText('Business', { exact: false }).first()).toBeVisible()
  await staff.context().close()
})

test('[S9-006] a card that already had a trial: the pages after the checkout explain why there is no access', async () => {
  const olga = await makeCreator(keys, { email: 'olga@cornermill.test', password: PASSWORD })
  const second = await (await studioContext(browser, instance.url, olga.session)).newPage()
  await second.goto(`${instance.url}/bolt/pricing`)
  await second
    .getByRole('list', { name: 'Plans' })
    .getByRole('listitem', { name: 'Pro', exact: true })
    .getByRole('button', { name: 'Start Free Trial' })
    .click()
  await second.waitForURL(/\/c\/pay\//)
  await fillCard(second, CARD.good, 'Start trial')
  await second.waitForURL((url) => url.pathname === '/bolt/studio/billing')
  await expect(second.getByRole('heading', { name: 'You already used your free trial' })).toBeVisible()
  await expect(second.getByText('You were not charged.')).toBeVisible()
  await expect(second.getByText('Payment successful')).toHaveCount(0)
  assert.deepEqual(await violations(second), [])
  await second.goto(`${instance.url}/bolt/billing`)
  await expect(second.getByRole('region', { name: 'Plan' })).toContainText(
    'Each person and card gets one free trial',
  )
  await second.getByRole('link', { name: 'Choose a plan' }).click()
  await expect(second.getByText('3-day free trial')).toHaveCount(0)
  await second.context().close()
})

test('[S1-020] [S3-065] a Day Pass is bought, counts down, ends on the server, and paid routes close', async () => {
  const buyer = await makeCreator(keys, { email: 'ada@bakehouse.test', password: PASSWORD })
  const tenant = await makeTenant(buyer, 'Ada’s')
  const ada = await (await studioContext(browser, instance.url, buyer.session)).newPage()
  await ada.clock.install()
  await ada.goto(`${instance.url}/bolt/studio`)
  await ada.waitForURL((url) => url.pathname === '/bolt/pricing')
  await ada.getByRole('button', { name: 'Get Day Pass' }).click()
  await ada.waitForURL(/\/c\/pay\//)
  await fillCard(ada, CARD.good, 'Pay €1.00')
  await ada.waitForURL((url) => url.origin === instance.url && url.pathname === '/bolt/studio')
  await expect(ada.getByRole('heading', { name: 'Studio Dashboard' })).toBeVisible()
  const banner = ada.getByRole('region', { name: 'Day Pass', exact: true }).filter({ hasText: 'Continue' })
  await expect(banner).toContainText('Continue using your Day Pass')
  await expect(banner.getByRole('timer')).toHaveText(/^(24h 00m|23h 5\dm) remaining$/)
  assert.deepEqual(
    [(await billing(buyer)).active, (await billing(buyer)).plan],
    [true, 'business'],
    'the pass grants access to everything',
  )
  const endsIn = async (seconds: number) => {
    const access_expires_at = new Date(Date.now() + seconds * 1000).toISOString()
    const made = await operatorOf(keys).from('tenants').update({ access_expires_at }).eq('id', tenant.id)
    assert.ifError(made.error)
  }
  await endsIn(55)
  await banner.getByRole('button', { name: 'Refresh' }).click()
  await expect(banner.getByRole('timer')).toHaveText('0h 01m remaining')
  // Without interaction: a minute later, at zero, the page asks the server, where the pass has ended.
  await endsIn(0)
  await ada.clock.fastForward(60_000)
  await ada.waitForURL((url) => url.pathname === '/bolt/pricing')
  await expect(banner).toHaveCount(0)
  assert.deepEqual([(await billing(buyer)).active, (await billing(buyer)).plan], [false, 'none'])
  await ada.goto(`${instance.url}/bolt/studio`)
  await ada.waitForURL((url) => url.pathname === '/bolt/pricing')
  await ada.context().close()
})
