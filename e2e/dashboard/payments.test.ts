// What a tenant’s card and settings say of its payments, connecting them, and coming back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Route } from 'playwright-core'
import { expect } from '#testing/browser.ts'
import { violations } from '../accessibility.ts'
import { makeTenant } from '../api.ts'
import { card } from '../creator.ts'
import { closeToasts } from '../toasts.ts'
import { openDashboard, refusing, says, toasts } from './dashboard.ts'

const { answering, bakery, bare, clipboard, dialog, holdTime, home, nils, operator, page, settings } =
  await openDashboard()
await makeTenant(nils, 'Nils & Daughters')

test('[S2-117] [S2-118] [S2-129] [S2-128] [S2-126] [S2-127] the card’s payments label while it loads, failed, named and in test mode', async () => {
  const line = card(page, 'Hearth & Rye').locator('dd').first()
  const label = '**/functions/v1/stripe-account-label'
  const held = Promise.withResolvers<void>()
  await answering(
    label,
    'POST',
    async (route) => {
      await held.promise
      await route.fulfill({ status: 500, json: {} })
    },
    async () => {
      await page.goto(home)
      await expect(line).toHaveText('Connected...')
      held.resolve()
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

test('[S2-142] [S2-143] [S2-144] [S9-025] Payments: connected or not, the account id, and where settings are', async () => {
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
  const copy = tab.getByRole('button', { name: 'Copy account id' })
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

test('[S2-123] [S2-124] [S4-047] connected in test mode is Connected there, and open to connect in live mode', async () => {
  await page.goto(home)
  const tenant = card(page, 'Hearth & Rye')
  await expect(tenant.getByRole('button', { name: 'Connected' })).toBeDisabled()
  assert.ifError((await operator.from('tenants').update({ stripe_mode: 'live' }).eq('id', bakery.id)).error)
  await page.reload()
  await expect(tenant.getByRole('button', { name: 'Connect Stripe' })).toBeEnabled()
  await expect(tenant.getByRole('button', { name: 'Connected' })).toHaveCount(0)
  await expect(tenant.locator('dd').first()).toHaveText('Not connected')
})

test('[S2-177] live mode asks for its own tick before anything is asked of the server', async () => {
  const asked: string[] = []
  const watch = (request: { url(): string }) =>
    request.url().includes('/functions/v1/st') && asked.push(request.url())
  page.on('request', watch)
  await card(page, 'Hearth & Rye').getByRole('button', { name: 'Connect Stripe' }).click()
  const ask = dialog('Connect Stripe (live)')
  await expect(ask.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await ask.getByRole('checkbox', { name: 'I understand', exact: true }).check()
  await expect(ask.getByRole('button', { name: 'Continue' })).toBeEnabled()
  assert.deepEqual(asked, [])
  page.off('request', watch)
  assert.ifError((await operator.from('tenants').update({ stripe_mode: 'test' }).eq('id', bakery.id)).error)
})

test('[S2-121] [S2-122] [S2-176] [S8-035] [S8-036] [S8-037] connecting: the tick, Connecting..., and back to the button when it fails', async () => {
  await page.goto(home)
  const button = card(page, 'Corner Mill').getByRole('button', { name: 'Connect Stripe' })
  const start = async (route: (route: Route) => Promise<void> | void, then: () => Promise<void>) =>
    answering('**/functions/v1/stripe-connect-start', 'POST', route, async () => {
      await button.click()
      const ask = dialog('Connect Stripe (test)')
      await expect(ask.getByRole('button', { name: 'Continue' })).toBeDisabled()
      await ask
        .getByRole('checkbox', { name: 'I understand this is a sandbox and I will use test data' })
        .check()
      await ask.getByRole('button', { name: 'Continue' }).click()
      await then()
    })
  const held = Promise.withResolvers<void>()
  await start(
    async (route) => {
      await held.promise
      await route.fulfill({ status: 409, json: { error: 'The provider is away', code: 'away' } })
    },
    async () => {
      await expect(card(page, 'Corner Mill').getByText('Connecting...')).toBeVisible()
      held.resolve()
      await says(page, 'Error', 'The provider is away')
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

test('[B22] [S4-048] [S4-049] [S4-050] [S8-096] coming back from the provider: success is said of a connected account only', async () => {
  await page.goto(`${home}?stripe=connected&tenant=${bakery.id}`)
  await says(page, 'Stripe account connected successfully!')
  await page.waitForURL(home)
  for (const tenant of [
    bare.id,
    (await nils.client.from('tenants').select('id').single()).data!.id as string,
  ]) {
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await page.goto(`${home}?stripe=connected&tenant=${tenant}`)
    await answered
    await page.waitForURL(home)
    await expect(toasts(page).first()).toBeVisible()
    await expect(toasts(page).filter({ hasText: 'Stripe account connected successfully!' })).toHaveCount(0)
  }
  const { data } = await operator.from('tenants').select('name, stripe_status').order('name')
  assert.deepEqual(data, [
    { name: 'Corner Mill', stripe_status: 'not_connected' },
    { name: 'Hearth & Rye', stripe_status: 'connected' },
    { name: 'Nils & Daughters', stripe_status: 'not_connected' },
  ])
})
