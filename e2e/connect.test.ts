// The Connect Suite: a tenant's connections, from the first tab to real money.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Request } from 'playwright-core'
import { blocks } from '#blocks/registry.ts'
import { lacks } from '#studio/plan/plan-features.ts'
import { expect } from '#testing/browser.ts'
import { violations } from './accessibility.ts'
import { makeCreator, studioContext } from './api.ts'
import { ownAddress } from './bakery.ts'
import { connectCenter, dialog, refusing, toast } from './connect-center.ts'
import { closeToasts } from './toasts.ts'
import { PASSWORD, card } from './creator.ts'
import { CARDS, fillCard } from './visitor.ts'
import { fitsItsWidth } from './sideways.ts'

const {
  instance,
  keys,
  operator,
  mara,
  id,
  browser,
  context,
  page,
  center,
  stripe,
  steps,
  question,
  givePro,
  readTenant,
} = await connectCenter()
const nils = await makeCreator(keys, { email: ownAddress('nils', 'cornermill.test'), password: PASSWORD })

const TABS: [name: string, path: string, heading: string][] = [
  ['Overview', '/studio/connect', 'Connect'],
  ['Stripe', '/studio/connect/stripe', 'Connect Center'],
  ['Auth', '/studio/connect/auth', 'Authentication'],
  ['Chatbot', '/studio/connect/chatbot', 'Chatbot'],
  ['Webhooks', '/studio/connect/webhooks', 'Webhooks'],
  ['Email', '/studio/connect/email', 'Email'],
  ['Analytics', '/studio/connect/analytics', 'Analytics'],
  ['Databases', '/studio/connect/databases', 'Databases'],
]

test('[S2-016] [S2-017] [S2-018] [S2-072] [S2-182] the eight tabs are under Connect, each with its address; signed out they lead to sign-in', async () => {
  await page.goto(`${instance.url}/studio`)
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.getByRole('button', { name: 'Connect' }).click()
  await expect(nav.locator('#connect-pages').getByRole('link')).toHaveText(TABS.map(([name]) => name))
  for (const [name, path, heading] of TABS) {
    await nav.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    assert.equal(new URL(page.url()).pathname, path)
    await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await page.goto(`${instance.url}/bolt/connect`)
  await expect(page.getByRole('heading', { level: 1, name: 'Connect', exact: true })).toBeVisible()
  const marked = page.getByRole('main').getByRole('listitem').filter({ hasText: 'In development' })
  await expect(marked.getByRole('heading')).toHaveText([
    ...(lacks(['prompt'], Object.keys(blocks)) ? ['Chatbot Integration'] : []),
    'Email',
    'Analytics',
    'Databases',
  ])

  const visitor = await (await studioContext(browser, instance.url, undefined)).newPage()
  for (const path of [...TABS.map(([, path]) => path), '/bolt/connect', '/studio/mode']) {
    await visitor.goto(instance.url + path)
    await visitor.waitForURL(`${instance.url}/auth?next=${encodeURIComponent(path)}`)
  }
  await visitor.context().close()
})

test('[S2-183] [S2-184] [S2-185] [S2-186] [S2-187] [S2-188] [S2-189] the Overview has a row for each tab with the tab’s entries and state', async () => {
  await page.goto(`${instance.url}/studio/connect`)
  for (const [title, ...entries] of [
    ['Payments Integration', 'Payments', 'Payouts'],
    ['Authentication', 'External provider', 'Built-in auth', 'Social'],
    ['Chatbot Integration', 'AI provider', 'Knowledge base'],
    ['Webhooks', 'Test endpoint', 'Live endpoint'],
    ['Email', 'Resend', 'Postmark'],
    ['Analytics', 'Plausible', 'PostHog'],
    ['Databases', 'Supabase', 'Neon', 'MySQL'],
  ] as const) {
    const one = page.getByRole('listitem', { name: title, exact: true })
    await expect(one.getByRole('heading', { name: title })).toBeVisible()
    for (const entry of entries)
      await expect(one.getByText(entry, { exact: true }).filter({ visible: true })).toHaveCount(1)
    const { height } = (await one.boundingBox())!
    assert.ok(height >= 56 && height <= 60, `${title}: ${height} px`)
  }
  const row = (title: string) => page.getByRole('listitem', { name: title, exact: true })
  await expect(row('Payments Integration')).toContainText('Connected (Hearth & Rye) (test)')
  await expect(row('Authentication')).toContainText('Built-in')
  await expect(row('Webhooks')).toContainText('Not set up')
  assert.deepEqual(await violations(page), [])
})

test('[S2-197] [S2-198] a feature that the operator has not set up names its settings, beside a disabled button', async () => {
  await page.goto(`${instance.url}/studio/connect/email`)
  for (const names of ['RESEND_API_KEY_TEST, EMAIL_FROM_TEST', 'POSTMARK_SERVER_TOKEN_TEST, EMAIL_FROM_TEST'])
    await expect(page.getByText(`Add ${names} to enable this action`)).toBeVisible()
  const unavailable = page.getByRole('button', { name: 'Unavailable' })
  await expect(unavailable).toHaveCount(2)
  await expect(unavailable.first()).toBeDisabled()
  assert.deepEqual(await violations(page), [])
  const flow = page.getByRole('figure', { name: /^Example: a sign-in code comes from your own address/ })
  await expect(flow.getByRole('listitem').filter({ hasText: 'The visitor receives' })).toContainText(
    'Your sign-in code',
  )
  await page.goto(`${instance.url}/studio/connect/databases`)
  await expect(page.getByText('You cannot connect your own database yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Planned providers' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open Tables' })).toHaveAttribute('href', '/bolt/tables')
  assert.deepEqual(await violations(page), [])
})

test('[S2-172] without a tenant the Connect Center says so and links to the Studio', async () => {
  const fresh = await (await studioContext(browser, instance.url, nils.session)).newPage()
  await fresh.goto(center)
  await expect(fresh.getByRole('heading', { name: 'No Tenant Found' })).toBeVisible()
  await expect(fresh.getByText('You connect Stripe for one tenant at a time.')).toBeVisible()
  await expect(
    fresh.getByRole('region', { name: 'How you start to sell' }).getByRole('listitem'),
  ).toHaveCount(3)
  await fresh.getByRole('link', { name: 'Go to Studio' }).click()
  await fresh.waitForURL(`${instance.url}/studio`)
  await fresh.context().close()
})

test('[S2-166] [S2-167] [S2-168] [S2-169] [S2-170] [S2-171] [S4-044] the Connect Center in test mode', async () => {
  await page.goto(center)
  await expect(page.getByText('Test mode', { exact: true })).toBeVisible()
  await expect(page.getByText('You are in test mode')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Blocks, Payments' })).toHaveAttribute('href', '/bolt/payments')
  await expect(stripe.getByText('Connected (Hearth & Rye) (test)')).toBeVisible()
  await expect(stripe.getByText((await readTenant()).stripe_account_id_test!)).toBeVisible()
  await expect(steps.getByText('0 of 4 done')).toBeVisible()
  const switchButton = page.getByRole('main').getByRole('button', { name: 'Switch to Live' })
  await expect(switchButton).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Connect Stripe (live) first').first()).toBeVisible()
  await switchButton.click({ force: true })
  await expect(question('Change Environment')).toHaveCount(0)
  const links = page.getByRole('complementary', { name: 'Resources' }).getByRole('link')
  await expect(links).toHaveCount(4)
  for (const link of await links.all()) {
    const to = (await link.getAttribute('href'))!
    if (to.startsWith('/')) assert.equal((await fetch(instance.url + to)).status, 200)
    else assert.match(to, /^https:\/\/docs\.stripe\.com\//)
  }
  assert.deepEqual(await violations(page), [])
})

test('[S8-041] [S8-042] a missing or invalid client id shows an alert that names the settings', async () => {
  const url = '**/functions/v1/stripe-disconnect'
  for (const error of [
    'Missing Connect client_id for test. Set STRIPE_CONNECT_CLIENT_ID_TEST in the server environment.',
    'The Connect client_id for test must start with "ca_".',
  ]) {
    await page.route(url, refusing(409, { error }))
    await page.goto(center)
    await stripe.getByRole('button', { name: 'Disconnect' }).click()
    await question('Disconnect Stripe').getByRole('button', { name: 'Disconnect' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Missing Stripe Connect Client ID (Test)' })
    await expect(alert).toBeVisible()
    await expect(alert.getByText('STRIPE_CONNECT_CLIENT_ID_TEST')).toBeVisible()
    await expect(alert.getByText('STRIPE_CONNECT_CLIENT_ID_LIVE')).toBeVisible()
    // It closes with a step back in the history, which would cancel an earlier navigation.
    await expect(question('Disconnect Stripe')).toBeHidden()
    assert.deepEqual(await violations(page), [])
    await page.unroute(url)
  }
})

test('[S2-175] [S2-176] [S2-177] [S2-178] [S5-044] each of the three connection types needs a confirmation: no checked box, no request', async () => {
  const requests: string[] = []
  const watch = (request: Request) => {
    if (/functions\/v1\/(stripe-connect|start-stripe)/.test(request.url())) requests.push(request.url())
  }
  page.on('request', watch)
  const sandbox = 'I understand this is a sandbox and I will use test data'
  for (const [address, title, tick] of [
    ['dialog=connect&mode=test', 'Connect Stripe (test)', sandbox],
    ['dialog=connect&mode=live', 'Connect Stripe (live)', 'I understand'],
    ['dialog=oauth&mode=test', 'Standard OAuth (test)', sandbox],
    ['dialog=oauth&mode=live', 'Standard OAuth (live)', 'I understand'],
  ] as const) {
    await page.goto(`${center}?${address}`)
    const go = dialog(page, title).getByRole('button', { name: 'Continue' })
    await expect(go).toBeDisabled()
    await dialog(page, title).getByRole('checkbox', { name: tick, exact: true }).check()
    await expect(go).toBeEnabled()
    await dialog(page, title).getByRole('checkbox').uncheck()
    await expect(go).toBeDisabled()
    if (address === 'dialog=connect&mode=live') assert.deepEqual(await violations(page), [])
  }
  assert.deepEqual(requests, [])
  // Without the plan the server says what is missing.
  await dialog(page, 'Standard OAuth (live)').getByRole('checkbox').check()
  await dialog(page, 'Standard OAuth (live)').getByRole('button', { name: 'Continue' }).click()
  const plans = dialog(page, 'Upgrade Plan')
  await expect(plans.getByText('Live payments need the Pro plan. Test mode is free.')).toBeVisible()
  await plans.getByRole('button', { name: 'Not now' }).click()
  await expect(plans).toBeHidden()
  assert.equal(requests.length, 1)
  page.off('request', watch)
})

test('[S1-005] [S2-170] with the plan, live is connected in addition to test, with a separate account', async () => {
  await givePro()
  await page.goto(center)
  await expect(steps.getByText('1 of 4 done')).toBeVisible()
  await expect(steps.getByText('Pro is active.')).toBeVisible()
  await steps.getByRole('button', { name: 'Connect Stripe (live)' }).click()
  const ask = dialog(page, 'Connect Stripe (live)')
  await ask.getByLabel('Country of your business').selectOption('Germany')
  await ask.getByRole('checkbox', { name: 'I understand', exact: true }).check()
  await ask.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Business name').fill('Hearth & Rye')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL(`${instance.url}/studio`)
  await expect(toast(page, 'Stripe account connected successfully!')).toBeVisible()
  const now = await readTenant()
  assert.ok(now.stripe_account_id_live)
  assert.notEqual(now.stripe_account_id_live, now.stripe_account_id_test)
  assert.equal(now.stripe_mode, 'test')
  await page.goto(center)
  await expect(steps.getByText('2 of 4 done')).toBeVisible()
  await expect(stripe.getByText('Connected (Hearth & Rye) (test)')).toBeVisible()
})

test('[S2-179] [S2-180] [S7-051] [S8-048] [S8-049] the €1 smoke test runs in a new tab and returns', async () => {
  await steps.getByRole('button', { name: 'Refund latest smoke payment' }).click()
  await expect(toast(page, 'Latest smoke payment refunded (if found)')).toBeVisible()
  await closeToasts(page)
  const opened = context.waitForEvent('page')
  await steps.getByRole('button', { name: 'Smoke-test checkout' }).click()
  const tab = await opened
  await expect(toast(page, 'Checkout session opened in new tab')).toBeVisible()
  await tab.waitForURL(/\/c\/pay\/cs_live_/)
  await expect(tab.getByText('€1.00').first()).toBeVisible()
  await fillCard(tab, CARDS.good, mara.email)
  await tab.waitForURL(center)
  await expect(toast(tab, 'Smoke test paid')).toBeVisible()
  await tab.close()
  await page.reload()
  await expect(steps.getByText('3 of 4 done')).toBeVisible()
  await steps.getByRole('button', { name: 'Refund latest smoke payment' }).click()
  await expect(toast(page, 'Latest smoke payment refunded (if found)')).toBeVisible()
  await expect(steps.getByText('Paid and refunded.')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await closeToasts(page)
})

test('[S8-046] [S8-047] a failed smoke test shows the server’s message, or a default one', async () => {
  const url = '**/functions/v1/checkout-smoke-live'
  for (const [response, expected] of [
    [refusing(503, {}), 'Could not create Checkout Session'],
    [refusing(409, { error: 'Connect Stripe (live) first' }), 'Connect Stripe (live) first'],
    [refusing(200, { url: 'javascript:alert(1)' }), 'Unexpected error'],
  ] as const) {
    await page.route(url, response)
    await steps.getByRole('button', { name: 'Smoke-test checkout' }).click()
    await expect(toast(page, 'Error').getByText(expected, { exact: true })).toBeVisible()
    await closeToasts(page)
    await page.unroute(url)
  }
  await expect.poll(() => context.pages().length, 'no empty tab stays open').toBe(1)
})

test('[S2-123] [S2-124] [S4-047] live and test connected: the tenant’s card shows the account of the current mode', async () => {
  assert.ifError((await operator.from('tenants').update({ stripe_mode: 'live' }).eq('id', id)).error)
  await page.goto(center)
  await expect(page.getByText('You are in live mode')).toBeVisible()
  await expect(stripe.getByText('Connected (Hearth & Rye)', { exact: true })).toBeVisible()
  await expect(steps.getByText('4 of 4 done')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await page.goto(`${instance.url}/studio`)
  await expect(
    card(page, 'Hearth & Rye').getByText('Connected (Hearth & Rye)', { exact: true }),
  ).toBeVisible()
  await expect(card(page, 'Hearth & Rye').getByRole('button', { name: 'Connected' })).toBeDisabled()
})

test('a phone shows the tabs above the page without horizontal scrolling, and axe finds nothing', async () => {
  const phone = await (
    await studioContext(browser, instance.url, mara.session, { viewport: { width: 390, height: 844 } })
  ).newPage()
  for (const [name, path] of TABS) {
    await phone.goto(instance.url + path)
    await expect(phone.getByRole('navigation', { name: 'Connect' }).getByRole('link')).toHaveCount(8)
    await expect(phone.getByRole('link', { name, exact: true }).first()).toBeInViewport()
    await fitsItsWidth(phone, path)
    if (path.endsWith('/stripe') || path.endsWith('/connect'))
      assert.deepEqual(await violations(phone), [], path)
  }
  await phone.context().close()
})
