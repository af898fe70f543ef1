// The Connect Center with a live connection: switching modes, disconnecting, and connecting again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expect } from '#testing/browser.ts'
import { connectPayments } from '../scripts/demo/fill.ts'
import { violations } from './accessibility.ts'
import { makeTenant, studioContext } from './api.ts'
import { connectCenter, dialog, refusing, toast } from './connect-center.ts'
import { closeToasts } from './toasts.ts'
import { card } from './creator.ts'
import { escape } from './windows.ts'

const { instance, keys, operator, mara, id, browser, page, center, stripe, question, givePro, readTenant } =
  await connectCenter()
await givePro()
await connectPayments(mara.client, id, 'live')

/** Clicks through the confirmation in the Connect Center up to the page of the switch. */
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

test('[S2-030] [S2-173] [S2-174] [S2-332] [S2-333] [S2-335] [S4-045] [S4-046] the switch asks for confirmation, says what it does, and returns to Connect in the other mode', async () => {
  for (const to of ['Live', 'Test'] as const) {
    const gate = Promise.withResolvers<void>()
    await page.route('**/functions/v1/set-tenant-mode', async (route) => {
      await gate.promise
      await route.continue()
    })
    await pressSwitch(to)
    await expect(page.getByText('Switching mode...')).toBeVisible()
    assert.equal(new URL(page.url()).search, `?to=${to.toLowerCase()}&tenant=${id}`)
    gate.resolve()
    await expect(page.getByText(`Switched to ${to.toUpperCase()}. Redirecting...`)).toBeVisible()
    await expect(toast(page, `Switched to ${to.toLowerCase()} mode`)).toBeVisible()
    await page.waitForURL(`${instance.url}/studio/connect`)
    await expect(page.getByText(`${to} mode`, { exact: true })).toBeVisible()
    assert.equal((await readTenant()).stripe_mode, to.toLowerCase())
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
  for (const [response, expected, milliseconds] of [
    [refusing(200, { success: true, mode: 'test' }), 'Switched to TEST. Redirecting...', 900],
    [refusing(409, { error: 'Not today' }), 'Not today', 1200],
  ] as const) {
    const gate = Promise.withResolvers<void>()
    const requested = Promise.withResolvers<void>()
    await timed.route('**/functions/v1/set-tenant-mode', async (route) => {
      requested.resolve()
      await gate.promise
      await response(route)
    })
    await timed.goto(`${instance.url}/studio/connect`)
    await intent('test')
    await timed.goto(`${instance.url}/studio/mode?to=test&tenant=${id}`)
    await requested.promise
    await timed.clock.pauseAt((await timed.evaluate(() => Date.now())) + 3_600_000)
    gate.resolve()
    await expect(timed.locator('main output').getByText(expected)).toBeVisible()
    await timed.clock.runFor(milliseconds - 1)
    assert.equal(new URL(timed.url()).pathname, '/studio/mode')
    await timed.clock.runFor(1)
    await timed.waitForURL(`${instance.url}/studio/connect`)
    await timed.clock.resume()
    await timed.unroute('**/functions/v1/set-tenant-mode')
  }
  await timed.context().close()
})

test('[F14] [S2-336] a link or an image on another site cannot switch the mode, signed in or not', async () => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('set-tenant-mode')) requests.push(request.url())
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
  await expect(page.getByText('The mode did not change. Use the switch in the Connect Center.')).toBeVisible()
  await page.waitForURL(`${instance.url}/studio/connect`)
  await page.goBack()
  await page.goto(address)
  await page.waitForURL(`${instance.url}/studio/connect`)
  assert.deepEqual(requests, [])
  assert.equal((await readTenant()).stripe_mode, 'test')
})

test('[S2-334] [S5-051] [S8-077] an address without a tenant or with an invalid mode shows an error and a link back', async () => {
  for (const query of ['?to=live', `?to=x&tenant=${id}`]) {
    await page.goto(`${instance.url}/studio/mode${query}`)
    await expect(page.getByText('Missing tenant or invalid mode')).toBeVisible()
    await page.waitForURL(`${instance.url}/studio/connect`)
  }
})

test('[S8-043] [S8-044] [S8-045] a failed switch shows the server’s message, or a default one', async () => {
  const url = '**/functions/v1/set-tenant-mode'
  for (const [to, response, expected] of [
    ['Live', refusing(409, { error: 'Your account sleeps' }), 'Your account sleeps'],
    ['Live', refusing(502, {}), 'Check Stripe live setup.'],
    ['Test', refusing(502, {}), 'Could not switch mode'],
  ] as const) {
    if (to === 'Test')
      assert.ifError((await operator.from('tenants').update({ stripe_mode: 'live' }).eq('id', id)).error)
    await page.route(url, response)
    await pressSwitch(to)
    await expect(toast(page, 'Error').getByText(expected, { exact: true })).toBeVisible()
    await page.waitForURL(`${instance.url}/studio/connect`)
    await closeToasts(page)
    await page.unroute(url)
  }
})

test('[F12] [S2-181] [S8-038] [S8-039] [S8-040] [S8-100] disconnecting asks for confirmation, shows a failure, and falls back from live to test', async () => {
  await page.goto(center)
  const confirm = question('Disconnect Stripe').getByRole('button', { name: 'Disconnect' })
  const url = '**/functions/v1/stripe-disconnect'
  // The closing dialog goes back one step in the history, after its toast, which would cancel an earlier
  // navigation.
  const settled = () => expect(question('Disconnect Stripe')).toBeHidden()
  for (const [response, expected] of [
    [refusing(409, { error: 'Stripe is asleep' }), 'Stripe is asleep'],
    [refusing(502, {}), 'Failed to disconnect Stripe'],
  ] as const) {
    await page.route(url, response)
    await stripe.getByRole('button', { name: 'Disconnect' }).click()
    await expect(question('Disconnect Stripe').getByText(/returns to test mode/)).toBeVisible()
    await confirm.click()
    await expect(toast(page, 'Error').getByText(expected, { exact: true })).toBeVisible()
    await closeToasts(page)
    await page.unroute(url)
  }
  assert.equal((await readTenant()).stripe_mode, 'live')
  // Without a session the server refuses the request.
  await page.route(url, async (route) => {
    const headers = { ...route.request().headers(), authorization: `Bearer ${keys.anonKey}` }
    await route.continue({ headers })
  })
  await stripe.getByRole('button', { name: 'Disconnect' }).click()
  await confirm.click()
  await expect(toast(page, 'Error').getByText('Not authenticated', { exact: true })).toBeVisible()
  await settled()
  await page.unroute(url)

  await page.goto(center)
  await stripe.getByRole('button', { name: 'Disconnect' }).click()
  await confirm.click()
  await expect(toast(page, 'Stripe disconnected successfully')).toBeVisible()
  await expect(page.getByText('Test mode', { exact: true })).toBeVisible()
  await settled()
  const now = await readTenant()
  assert.deepEqual([now.stripe_mode, now.stripe_account_id_live], ['test', null])
  assert.ok(now.stripe_account_id_test)
})

test('[S2-190] the stripe tab disconnects, and connects an existing account', async () => {
  await page.goto(center)
  await stripe.getByRole('button', { name: 'Disconnect' }).click()
  await question('Disconnect Stripe').getByRole('button', { name: 'Disconnect' }).click()
  await expect(stripe.getByText('Not connected')).toBeVisible()
  await expect(question('Disconnect Stripe')).toBeHidden()
  assert.equal((await readTenant()).stripe_account_id_test, null)

  const authorize = async () => {
    await page.goto(center)
    await stripe.getByRole('button', { name: 'Standard OAuth' }).click()
    await dialog(page, 'Standard OAuth (test)').getByRole('checkbox').check()
    await dialog(page, 'Standard OAuth (test)').getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(/\/oauth\/authorize/)
  }
  await authorize()
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.waitForURL(`${instance.url}/studio`)
  await expect(toast(page, 'Failed to connect Stripe').getByText(/You declined at Stripe/)).toBeVisible()
  await authorize()
  await expect(page.getByLabel('Business name')).toHaveValue('Hearth & Rye')
  await page.getByLabel('Business name').fill('The old bakery')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.waitForURL(`${instance.url}/studio`)
  await expect(toast(page, 'Stripe account connected successfully!')).toBeVisible()
  await page.goto(center)
  await expect(stripe.getByText('Connected (The old bakery) (test)')).toBeVisible()
  await expect(stripe.getByText('Standard', { exact: true })).toBeVisible()
  await stripe.getByRole('button', { name: 'Disconnect' }).click()
  await expect(question('Disconnect Stripe').getByText(/no longer update here/)).toBeVisible()
  await escape(question('Disconnect Stripe'))
})

test('[S7-047] the card leads to the address in the response; what the provider still requires is shown with a button to continue', async () => {
  const other = await makeTenant(mara, 'Corner Mill')
  await page.evaluate((tenant) => sessionStorage.setItem('bb:tenant', tenant), other.id)
  await page.goto(`${instance.url}/studio`)
  await card(page, 'Corner Mill').getByRole('button', { name: 'Connect Stripe' }).click()
  await dialog(page, 'Connect Stripe (test)').getByRole('checkbox').check()
  const answered = page.waitForResponse('**/functions/v1/stripe-connect-start')
  const navigation = page.waitForRequest((request) => request.isNavigationRequest())
  await dialog(page, 'Connect Stripe (test)').getByRole('button', { name: 'Continue' }).click()
  assert.deepEqual(JSON.parse((await answered).request().postData()!).tenant_id, other.id)
  assert.ok((await navigation).url().startsWith(`${instance.sandboxUrl}/`), (await navigation).url())
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
  await expect(dialog(page, 'Connect Stripe (test)')).toBeVisible()
})
