// The Connect Suite: what a tenant is connected with, from the first tab to real money and back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request, Route } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { DEMO_CREATOR, fillInstance } from '../scripts/demo/fill.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, operatorOf, signInCreator, studioContext } from './api.ts'
import { PASSWORD, card } from './creator.ts'
import { CARDS, fillCard } from './visitor.ts'

const instance = await testInstance()
const keys = keysOf(instance)
const operator = operatorOf(keys)
// Mara's bakery is connected in test mode.
await fillInstance(keys, 'http://shop.localhost:4999')
const mara = await signInCreator(keys, DEMO_CREATOR)
const { data: bakery } = await mara.client.from('tenants').select('id').eq('name', 'Hearth & Rye').single()
const id = (bakery as { id: string }).id
const nils = await makeCreator(keys, { email: 'nils@cornermill.test', password: PASSWORD })

const browser = await launchBrowser()
const context = await studioContext(browser, instance.url, mara.session)
const page = await context.newPage()
const center = `${instance.url}/studio/connect/stripe`
const toast = (title: string, on: Page = page) =>
  on.locator('.bb-toast').filter({ has: on.locator('strong', { hasText: title }) })
const dialog = (name: string, on: Page = page) => on.getByRole('dialog', { name })
const question = (name: string) => page.getByRole('alertdialog', { name })
const stripe = page.getByRole('region', { name: 'Stripe', exact: true })
const steps = page.getByRole('region', { name: 'Go live' })
const refusing = (status: number, json: object) => (route: Route) => route.fulfill({ status, json })

async function closeToasts(on: Page = page): Promise<void> {
  for (const left of await on.locator('.bb-toast').getByRole('button', { name: 'Close' }).all())
    await left.click()
  await expect(on.locator('.bb-toast')).toHaveCount(0)
}

/** What the server keeps of the tenant now. */
async function kept() {
  const { data } = await operator
    .from('tenants')
    .select('stripe_mode, stripe_account_id_test, stripe_account_id_live')
    .eq('id', id)
    .single()
  return data as Record<'stripe_mode' | 'stripe_account_id_test' | 'stripe_account_id_live', string | null>
}

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

test('[S2-016] [S2-017] [S2-018] [S2-072] [S2-182] the eight tabs stand under Connect, each at its address; signed out they lead to sign-in', async () => {
  await page.goto(`${instance.url}/studio`)
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.getByRole('button', { name: 'Connect' }).click()
  assert.deepEqual(
    await nav.locator('#connect-pages').getByRole('link').allTextContents(),
    TABS.map(([name]) => name),
  )
  for (const [name, path, heading] of TABS) {
    await nav.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    assert.equal(new URL(page.url()).pathname, path)
    await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await page.goto(`${instance.url}/bolt/connect`)
  await expect(page.getByRole('heading', { level: 1, name: 'Connect', exact: true })).toBeVisible()

  const stranger = await (await studioContext(browser, instance.url, undefined)).newPage()
  for (const path of [...TABS.map(([, path]) => path), '/bolt/connect', '/studio/mode']) {
    await stranger.goto(instance.url + path)
    await stranger.waitForURL(`${instance.url}/auth?next=${encodeURIComponent(path)}`)
  }
  await stranger.context().close()
})

test('[S2-183] [S2-184] [S2-185] [S2-186] [S2-187] [S2-188] [S2-189] the Overview has a card for each, and what is in it', async () => {
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
    for (const entry of entries) await expect(one.getByText(entry, { exact: true })).toBeVisible()
  }
  assert.deepEqual(await violations(page), [])
})

test('[S2-197] [S2-198] what the operator has not set up names its settings, beside a button that does nothing', async () => {
  await page.goto(`${instance.url}/studio/connect/email`)
  for (const names of ['RESEND_API_KEY_TEST, EMAIL_FROM_TEST', 'POSTMARK_SERVER_TOKEN_TEST, EMAIL_FROM_TEST'])
    await expect(page.getByText(`Add ${names} to enable this action`)).toBeVisible()
  const unavailable = page.getByRole('button', { name: 'Unavailable' })
  await expect(unavailable).toHaveCount(2)
  await expect(unavailable.first()).toBeDisabled()
  assert.deepEqual(await violations(page), [])
})

test('[S2-172] without a tenant the Connect Center says so and leads to the Studio', async () => {
  const fresh = await (await studioContext(browser, instance.url, nils.session)).newPage()
  await fresh.goto(center)
  await expect(fresh.getByRole('heading', { name: 'No Tenant Found' })).toBeVisible()
  await fresh.getByRole('link', { name: 'Go to Studio' }).click()
  await fresh.waitForURL(`${instance.url}/studio`)
  await fresh.context().close()
})

test('[S2-166] [S2-167] [S2-168] [S2-169] [S2-170] [S2-171] [S4-044] the Connect Center in test mode', async () => {
  await page.goto(center)
  await expect(page.getByText('Test mode', { exact: true })).toBeVisible()
  await expect(page.getByText('You are in test mode')).toBeVisible()
  await expect(stripe.getByText('Connected (Hearth & Rye) (test)')).toBeVisible()
  await expect(stripe.getByText((await kept()).stripe_account_id_test!)).toBeVisible()
  await expect(steps.getByText('0 of 4 done')).toBeVisible()
  const flip = page.getByRole('main').getByRole('button', { name: 'Switch to Live' })
  await expect(flip).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Connect Stripe (live) first').first()).toBeVisible()
  await flip.click({ force: true })
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

test('[S2-175] [S2-176] [S2-177] [S2-178] [S5-044] each of the three ways asks first: no tick, no request', async () => {
  const asked: string[] = []
  const watch = (request: Request) => {
    if (/functions\/v1\/(stripe-connect|start-stripe)/.test(request.url())) asked.push(request.url())
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
    const go = dialog(title).getByRole('button', { name: 'Continue' })
    await expect(go).toBeDisabled()
    await dialog(title).getByRole('checkbox', { name: tick, exact: true }).check()
    await expect(go).toBeEnabled()
    await dialog(title).getByRole('checkbox').uncheck()
    await expect(go).toBeDisabled()
    if (address === 'dialog=connect&mode=live') assert.deepEqual(await violations(page), [])
  }
  assert.deepEqual(asked, [])
  // Without the plan the server says what is missing.
  await dialog('Standard OAuth (live)').getByRole('checkbox').check()
  await dialog('Standard OAuth (live)').getByRole('button', { name: 'Continue' }).click()
  const plans = dialog('Upgrade Plan')
  await expect(plans.getByText('Live payments need the Pro plan. Test mode is free.')).toBeVisible()
  await plans.getByRole('button', { name: 'Not now' }).click()
  assert.equal(asked.length, 1)
  page.off('request', watch)
})

test('[S1-005] [S2-170] with the plan, live is connected beside test: another account, another mode', async () => {
  const plan = await operator
    .from('bolt_subscriptions')
    .upsert({ user_id: mara.session.user.id, plan_id: 'pro', status: 'active' }, { onConflict: 'user_id' })
  assert.ifError(plan.error)
  await page.goto(center)
  await expect(steps.getByText('1 of 4 done')).toBeVisible()
  await expect(steps.getByText('Pro is active.')).toBeVisible()
  await steps.getByRole('button', { name: 'Connect Stripe (live)' }).click()
  const ask = dialog('Connect Stripe (live)')
  await ask.getByLabel('Country of your business').selectOption('Germany')
  await ask.getByRole('checkbox', { name: 'I understand', exact: true }).check()
  await ask.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Business name').fill('Hearth & Rye')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL(`${instance.url}/studio`)
  await expect(toast('Stripe account connected successfully!')).toBeVisible()
  const now = await kept()
  assert.ok(now.stripe_account_id_live)
  assert.notEqual(now.stripe_account_id_live, now.stripe_account_id_test)
  assert.equal(now.stripe_mode, 'test')
  await page.goto(center)
  await expect(steps.getByText('2 of 4 done')).toBeVisible()
  await expect(stripe.getByText('Connected (Hearth & Rye) (test)')).toBeVisible()
})

test('[S2-179] [S2-180] [S7-051] [S8-048] [S8-049] €1 goes to oneself in a tab of its own, and back', async () => {
  await steps.getByRole('button', { name: 'Refund latest smoke payment' }).click()
  await expect(toast('Latest smoke payment refunded (if found)')).toBeVisible()
  await closeToasts()
  const opened = context.waitForEvent('page')
  await steps.getByRole('button', { name: 'Smoke-test checkout' }).click()
  const tab = await opened
  await expect(toast('Checkout session opened in new tab')).toBeVisible()
  await tab.waitForURL(/\/c\/pay\/cs_live_/)
  await expect(tab.getByText('€1.00').first()).toBeVisible()
  await fillCard(tab, CARDS.good, DEMO_CREATOR.email)
  await tab.waitForURL(center)
  await expect(toast('Smoke test paid', tab)).toBeVisible()
  await tab.close()
  await page.reload()
  await expect(steps.getByText('3 of 4 done')).toBeVisible()
  await steps.getByRole('button', { name: 'Refund latest smoke payment' }).click()
  await expect(toast('Latest smoke payment refunded (if found)')).toBeVisible()
  await expect(steps.getByText('Paid and refunded.')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await closeToasts()
})

test('[S8-046] [S8-047] a smoke test that fails says so, by the server’s words if it has any', async () => {
  const url = '**/functions/v1/checkout-smoke-live'
  for (const [answer, words] of [
    [refusing(503, {}), 'Could not create Checkout Session'],
    [refusing(409, { error: 'Connect Stripe (live) first' }), 'Connect Stripe (live) first'],
    [refusing(200, { url: 'javascript:alert(1)' }), 'Unexpected error'],
  ] as const) {
    await page.route(url, answer)
    await steps.getByRole('button', { name: 'Smoke-test checkout' }).click()
    await expect(toast('Error').getByText(words, { exact: true })).toBeVisible()
    await closeToasts()
    await page.unroute(url)
  }
  assert.equal(context.pages().length, 1, 'no empty tab is left')
})

/** From the Connect Center through the question; ends where the page of the switch begins. */
async function pressSwitch(to: 'Live' | 'Test'): Promise<void> {
  await page.goto(center)
  await page
    .getByRole('main')
    .getByRole('button', { name: `Switch to ${to}` })
    .first()
    .click()
  await expect(
    question('Change Environment').getByText(`Are you sure you want to switch to ${to.toLowerCase()} mode?`),
  ).toBeVisible()
  await question('Change Environment')
    .getByRole('button', { name: `Switch to ${to}` })
    .click()
}

test('[S2-030] [S2-173] [S2-174] [S2-332] [S2-333] [S2-335] [S4-045] [S4-046] the switch asks, says what it does, and comes back to Connect in the other mode', async () => {
  for (const to of ['Live', 'Test'] as const) {
    const held = Promise.withResolvers<void>()
    await page.route('**/functions/v1/set-tenant-mode', async (route) => {
      await held.promise
      await route.continue()
    })
    await pressSwitch(to)
    await expect(page.getByText('Switching mode...')).toBeVisible()
    assert.equal(new URL(page.url()).search, `?to=${to.toLowerCase()}&tenant=${id}`)
    held.resolve()
    await expect(page.getByText(`Switched to ${to.toUpperCase()}. Redirecting...`)).toBeVisible()
    await expect(toast(`Switched to ${to.toLowerCase()} mode`)).toBeVisible()
    await page.waitForURL(`${instance.url}/studio/connect`)
    await expect(page.getByText(`${to} mode`, { exact: true })).toBeVisible()
    assert.equal((await kept()).stripe_mode, to.toLowerCase())
    await page.unroute('**/functions/v1/set-tenant-mode')
  }
})

test('[S9-027] [S9-028] the outcome can be read for 0.9 s, a failure for 1.2 s', async () => {
  const timed = await (await studioContext(browser, instance.url, mara.session)).newPage()
  await timed.clock.install()
  const intent = (to: string) =>
    timed.evaluate(
      ([tenant, mode]) =>
        sessionStorage.setItem('bb:mode-intent', JSON.stringify({ tenant, to: mode, at: Date.now() })),
      [id, to],
    )
  for (const [answer, words, milliseconds] of [
    [refusing(200, { success: true, mode: 'test' }), 'Switched to TEST. Redirecting...', 900],
    [refusing(409, { error: 'Not today' }), 'Not today', 1200],
  ] as const) {
    const held = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await timed.route('**/functions/v1/set-tenant-mode', async (route) => {
      asked.resolve()
      await held.promise
      await answer(route)
    })
    await timed.goto(`${instance.url}/studio/connect`)
    await intent('test')
    await timed.goto(`${instance.url}/studio/mode?to=test&tenant=${id}`)
    await asked.promise
    await timed.clock.pauseAt((await timed.evaluate(() => Date.now())) + 3_600_000)
    held.resolve()
    await expect(timed.locator('main output').getByText(words)).toBeVisible()
    await timed.clock.runFor(milliseconds - 1)
    assert.equal(new URL(timed.url()).pathname, '/studio/mode')
    await timed.clock.runFor(1)
    await timed.waitForURL(`${instance.url}/studio/connect`)
    await timed.clock.resume()
    await timed.unroute('**/functions/v1/set-tenant-mode')
  }
  await timed.context().close()
})

test('[F14] [S2-336] a link or a picture on another site switches nothing, signed in or not', async () => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('set-tenant-mode')) asked.push(request.url())
  })
  const address = `${instance.url}/studio/mode?to=live&tenant=${id}`
  await page.route('http://evil.localhost:4998/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<img src="${address.replaceAll('&', '&amp;')}"><a href="${address.replaceAll('&', '&amp;')}">Cute cats</a>`,
    }),
  )
  await page.goto('http://evil.localhost:4998/')
  await page.getByRole('link', { name: 'Cute cats' }).click()
  await expect(page.getByText('Nothing was switched. Use the switch in the Connect Center.')).toBeVisible()
  await page.waitForURL(`${instance.url}/studio/connect`)
  await page.goBack()
  await page.goto(address)
  await page.waitForURL(`${instance.url}/studio/connect`)
  assert.deepEqual(asked, [])
  assert.equal((await kept()).stripe_mode, 'test')
})

test('[S2-334] [S5-051] [S8-077] an address without a tenant or with another mode is told, and leads back', async () => {
  for (const query of ['?to=live', `?to=x&tenant=${id}`]) {
    await page.goto(`${instance.url}/studio/mode${query}`)
    await expect(page.getByText('Missing tenant or invalid mode')).toBeVisible()
    await page.waitForURL(`${instance.url}/studio/connect`)
  }
})

test('[S8-043] [S8-044] [S8-045] a switch that fails is told by the server’s words, else by ours', async () => {
  const url = '**/functions/v1/set-tenant-mode'
  for (const [to, answer, words] of [
    ['Live', refusing(409, { error: 'Your account sleeps' }), 'Your account sleeps'],
    ['Live', refusing(502, {}), 'Check Stripe live setup.'],
    ['Test', refusing(502, {}), 'Could not switch mode'],
  ] as const) {
    if (to === 'Test')
      assert.ifError((await operator.from('tenants').update({ stripe_mode: 'live' }).eq('id', id)).error)
    await page.route(url, answer)
    await pressSwitch(to)
    await expect(toast('Error').getByText(words, { exact: true })).toBeVisible()
    await page.waitForURL(`${instance.url}/studio/connect`)
    await closeToasts()
    await page.unroute(url)
  }
})

test('[S2-123] [S2-124] [S4-047] live and test side by side: the card of the tenant follows the account of its mode', async () => {
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

test('[F12] [S2-181] [S8-038] [S8-039] [S8-040] [S8-100] disconnecting asks, tells a failure, and falls back from live to test', async () => {
  await page.goto(center)
  const confirm = question('Disconnect Stripe').getByRole('button', { name: 'Disconnect' })
  const url = '**/functions/v1/stripe-disconnect'
  for (const [answer, words] of [
    [refusing(409, { error: 'Stripe is asleep' }), 'Stripe is asleep'],
    [refusing(502, {}), 'Failed to disconnect Stripe'],
  ] as const) {
    await page.route(url, answer)
    await stripe.getByRole('button', { name: 'Disconnect' }).click()
    await expect(question('Disconnect Stripe').getByText(/goes back to test mode/)).toBeVisible()
    await confirm.click()
    await expect(toast('Error').getByText(words, { exact: true })).toBeVisible()
    await closeToasts()
    await page.unroute(url)
  }
  assert.equal((await kept()).stripe_mode, 'live')
  // Without a session the server says who it does not know.
  await page.route(url, async (route) => {
    const headers = { ...route.request().headers(), authorization: `Bearer ${keys.anonKey}` }
    await route.continue({ headers })
  })
  await stripe.getByRole('button', { name: 'Disconnect' }).click()
  await confirm.click()
  await expect(toast('Error').getByText('Not authenticated', { exact: true })).toBeVisible()
  await page.unroute(url)

  await page.goto(center)
  await stripe.getByRole('button', { name: 'Disconnect' }).click()
  await confirm.click()
  await expect(toast('Stripe disconnected successfully')).toBeVisible()
  await expect(page.getByText('Test mode', { exact: true })).toBeVisible()
  const now = await kept()
  assert.deepEqual([now.stripe_mode, now.stripe_account_id_live], ['test', null])
  assert.ok(now.stripe_account_id_test)
})

test('[S8-041] [S8-042] a client id that is missing or none is an alert that names the settings', async () => {
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
    assert.deepEqual(await violations(page), [])
    await page.unroute(url)
  }
})

test('[S2-190] the stripe tab really disconnects, and connects an account one has', async () => {
  await page.goto(center)
  await stripe.getByRole('button', { name: 'Disconnect' }).click()
  await question('Disconnect Stripe').getByRole('button', { name: 'Disconnect' }).click()
  await expect(stripe.getByText('Not connected')).toBeVisible()
  assert.equal((await kept()).stripe_account_id_test, null)

  const authorize = async () => {
    await page.goto(center)
    await stripe.getByRole('button', { name: 'Standard OAuth' }).click()
    await dialog('Standard OAuth (test)').getByRole('checkbox').check()
    await dialog('Standard OAuth (test)').getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(/\/oauth\/authorize/)
  }
  await authorize()
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.waitForURL(`${instance.url}/studio`)
  await expect(toast('Failed to connect Stripe').getByText(/You declined at Stripe/)).toBeVisible()
  await authorize()
  await expect(page.getByLabel('Business name')).toHaveValue('Hearth & Rye')
  await page.getByLabel('Business name').fill('The old bakery')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.waitForURL(`${instance.url}/studio`)
  await expect(toast('Stripe account connected successfully!')).toBeVisible()
  await page.goto(center)
  await expect(stripe.getByText('Connected (The old bakery) (test)')).toBeVisible()
  await expect(stripe.getByText('Standard', { exact: true })).toBeVisible()
  await stripe.getByRole('button', { name: 'Disconnect' }).click()
  await expect(question('Disconnect Stripe').getByText(/are not followed here any more/)).toBeVisible()
  await page.keyboard.press('Escape')
})

test('[S7-047] the card leads to the address that was answered; what the provider still asks for is shown with the way to go on', async () => {
  const other = await makeTenant(mara, 'Corner Mill')
  await page.evaluate((tenant) => sessionStorage.setItem('bb:tenant', tenant), other.id)
  await page.goto(`${instance.url}/studio`)
  await card(page, 'Corner Mill').getByRole('button', { name: 'Connect Stripe' }).click()
  await dialog('Connect Stripe (test)').getByRole('checkbox').check()
  const answered = page.waitForResponse('**/functions/v1/stripe-connect-start')
  const left = page.waitForRequest((request) => request.isNavigationRequest())
  await dialog('Connect Stripe (test)').getByRole('button', { name: 'Continue' }).click()
  assert.deepEqual(JSON.parse((await answered).request().postData()!).tenant_id, other.id)
  assert.ok((await left).url().startsWith(`${instance.sandboxUrl}/`), (await left).url())
  await page.getByLabel('Business name').fill('Corner Mill')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await page.getByRole('button', { name: /more information/i }).click()
  await page.waitForURL(`${instance.url}/studio`)
  await page.goto(center)
  await expect(stripe.getByText('Stripe needs more information')).toBeVisible()
  await expect(stripe.getByText(/an identity document/)).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await stripe.getByRole('button', { name: 'Continue at Stripe' }).click()
  await expect(dialog('Connect Stripe (test)')).toBeVisible()
})

test('a phone has the tabs over the page, nothing wider than itself, and axe finds nothing', async () => {
  const phone = await (
    await studioContext(browser, instance.url, mara.session, { viewport: { width: 390, height: 844 } })
  ).newPage()
  for (const [name, path] of TABS) {
    await phone.goto(instance.url + path)
    await expect(phone.getByRole('navigation', { name: 'Connect' }).getByRole('link')).toHaveCount(8)
    await expect(phone.getByRole('link', { name, exact: true }).first()).toBeInViewport()
    assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path)
    if (path.endsWith('/stripe') || path.endsWith('/connect'))
      assert.deepEqual(await violations(phone), [], path)
  }
  await phone.context().close()
})
