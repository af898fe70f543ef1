// The payments of a tenant on its card and in its settings, connecting them, and returning from the provider.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Route } from 'playwright-core'
import { expect } from '#testing/browser.ts'
import { violations } from '../accessibility.ts'
import { makeTenant } from '../api.ts'
import { card } from '../creator.ts'
import { closeToasts } from '../toasts.ts'
import { openDashboard, refusing, says, toasts } from './dashboard.ts'

const { answering, bakery, bare, clipboard, dialog, holdTime, home, mara, nils, operator, page, settings } =
  await openDashboard()
await makeTenant(nils, 'Nils & Daughters')

test('[S2-117] [S2-118] [S2-129] [S2-128] [S2-126] [S2-127] the card’s payments label while loading, after a failure, with an account name and in test mode', async () => {
  const line = card(page, 'Hearth & Rye').locator('dd').first()
  const label = '**/functions/v1/stripe-account-label'
  const gate = Promise.withResolvers<void>()
  await answering(
    label,
    'POST',
    async (route) => {
      await gate.promise
      await route.fulfill({ status: 500, json: {} })
    },
    async () => {
      await page.goto(home)
      await expect(line).toHaveText('Connected...')
      gate.resolve()
      await expect(line).toHaveText('Connected')
    },
  )
  await answering(
    label,
    'POST',
    (route) => route.fulfill({ json: { display_name: 'Rye Ltd', mode: 'live' } }),
    async () => {
      await page.goto(home)
      await expect(line).toHaveText('Connected (Rye Ltd)')
    },
  )
  await page.goto(home)
  await expect(line).toHaveText('Connected (Hearth & Rye) (test)')
  await expect(card(page, 'Corner Mill').locator('dd').first()).toHaveText('Not connected')
  await expect(card(page, 'Corner Mill').locator('dd').nth(1)).toHaveText('Built-in auth')
})

test('[S2-142] [S2-143] [S2-144] [S9-025] Payments: connected or not, the account id, and a link to the settings', async () => {
  await page.goto(settings('payments', bare.id))
  const tab = page.getByRole('tabpanel', { name: 'Payments' })
  const facts = (on: Locator) => on.locator('dl')
  await expect(facts(tab).getByText('Not connected', { exact: true })).toBeVisible()
  await expect(facts(tab).getByText('Account', { exact: true })).toHaveCount(0)
  await expect(tab.getByText('Payment settings are managed in the main dashboard.')).toBeVisible()
  await tab.getByRole('link', { name: 'Connect Center' }).click()
  await expect(page.getByRole('main').getByText('Corner Mill').first()).toBeVisible()
  await page.goto(settings('payments'))
  await expect(facts(tab).getByText('Connected', { exact: true })).toBeVisible()
  await expect(facts(tab).getByText(bakery.stripe_account_id_test, { exact: true })).toBeVisible()
  await expect(tab.getByText('Payment settings are managed in the main dashboard.')).toBeVisible()
  const copy = tab.getByRole('button', { name: 'Copy account ID' })
  await holdTime()
  await copy.click()
  await expect(copy).toHaveAttribute('data-state', 'copied')
  await page.clock.runFor(999)
  await expect(copy).toHaveAttribute('data-state', 'copied')
  await page.clock.runFor(1)
  await expect(copy).toHaveAttribute('data-state', 'idle')
  await page.clock.resume()
  assert.equal(await clipboard(), bakery.stripe_account_id_test)
})

test('[S2-123] [S2-124] [S4-047] connected in test mode shows Connected there, and can still be connected in live mode', async () => {
  await page.goto(home)
  const tenant = card(page, 'Hearth & Rye')
  await expect(tenant.getByRole('button', { name: 'Connected' })).toBeDisabled()
  assert.ifError((await operator.from('tenants').update({ stripe_mode: 'live' }).eq('id', bakery.id)).error)
  await page.reload()
  await expect(tenant.getByRole('button', { name: 'Connect Stripe' })).toBeEnabled()
  await expect(tenant.getByRole('button', { name: 'Connected' })).toHaveCount(0)
  await expect(tenant.locator('dd').first()).toHaveText('Not connected')
})

test('[S2-177] live mode needs its own confirmation before any request is sent', async () => {
  const requests: string[] = []
  const watch = (request: { url(): string }) =>
    request.url().includes('/functions/v1/st') && requests.push(request.url())
  page.on('request', watch)
  await card(page, 'Hearth & Rye').getByRole('button', { name: 'Connect Stripe' }).click()
  const confirmation = dialog('Connect Stripe (live)')
  await expect(confirmation.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await confirmation.getByRole('checkbox', { name: 'I understand', exact: true }).check()
  await expect(confirmation.getByRole('button', { name: 'Continue' })).toBeEnabled()
  assert.deepEqual(requests, [])
  page.off('request', watch)
  assert.ifError((await operator.from('tenants').update({ stripe_mode: 'test' }).eq('id', bakery.id)).error)
})

test('[S2-121] [S2-122] [S2-176] [S8-035] [S8-036] [S8-037] connecting: the confirmation, Connecting..., and back to the button after a failure', async () => {
  await page.goto(home)
  const button = card(page, 'Corner Mill').getByRole('button', { name: 'Connect Stripe' })
  const start = async (route: (route: Route) => Promise<void> | void, then: () => Promise<void>) =>
    answering('**/functions/v1/stripe-connect-start', 'POST', route, async () => {
      await button.click()
      const confirmation = dialog('Connect Stripe (test)')
      await expect(confirmation.getByRole('button', { name: 'Continue' })).toBeDisabled()
      await confirmation
        .getByRole('checkbox', { name: 'I understand this is a sandbox and I will use test data' })
        .check()
      await confirmation.getByRole('button', { name: 'Continue' }).click()
      await then()
    })
  const gate = Promise.withResolvers<void>()
  await start(
    async (route) => {
      await gate.promise
      await route.fulfill({ status: 409, json: { error: 'The provider is unavailable', code: 'away' } })
    },
    async () => {
      await expect(card(page, 'Corner Mill').getByText('Connecting...')).toBeVisible()
      gate.resolve()
      await says(page, 'Error', 'The provider is unavailable')
      await expect(button).toBeEnabled()
    },
  )
  await closeToasts(page)
  await start(refusing(502, {}), async () => {
    await says(page, 'Error', 'Failed to connect Stripe')
    await expect(button).toBeEnabled()
  })
  await closeToasts(page)
  await button.click()
  await expect(dialog('Connect Stripe (test)')).toBeVisible()
  assert.deepEqual(await violations(page), [])
})

test('[B22] [S4-048] [S4-049] [S4-050] [S8-096] returning from the provider: success is reported only for a connected account', async () => {
  await page.goto(`${home}?stripe=connected&tenant=${bakery.id}`)
  await says(page, 'Stripe account connected successfully!')
  await page.waitForURL(home)
  for (const tenant of [
    bare.id,
    (await nils.client.from('tenants').select('id').single()).data!.id as string,
  ]) {
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page.goto(`${home}?stripe=connected&tenant=${tenant}`)
    await answered
    await page.waitForURL(home)
    await expect(toasts(page).first()).toBeVisible()
    await expect(toasts(page).filter({ hasText: 'Stripe account connected successfully!' })).toHaveCount(0)
  }
  const { data } = await operator
    .from('tenants')
    .select('name, stripe_status')
    .in('owner_user_id', [mara.session.user.id, nils.session.user.id])
    .order('name')
  assert.deepEqual(data, [
    { name: 'Corner Mill', stripe_status: 'not_connected' },
    { name: 'Hearth & Rye', stripe_status: 'connected' },
    { name: 'Nils & Daughters', stripe_status: 'not_connected' },
  ])
})
