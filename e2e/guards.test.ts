// Access to screens: the guards of the route table, the navigation, and what visitors may see.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { expect } from '#testing/browser.ts'
import { violations } from './accessibility.ts'
import { makeTenant } from './api.ts'
import { answering, call, forging, planScreens } from './plan-screens.ts'

const { instance, operator, person, givePlan, open, go, at } = await planScreens()
const mara = await person('mara@guards.test')
const nils = await person('nils@guards.test')
await givePlan(nils, 'free')

const PUBLIC = ['/', '/home', '/pricing', '/bolt/pricing', '/try', '/trust', '/playground', '/trust-check']
const GUARDED = [
  '/studio',
  '/bolt/studio',
  '/studio/connect',
  '/studio/connect/stripe',
  '/studio/connect/auth',
  '/studio/connect/chatbot',
  '/studio/connect/webhooks',
  '/studio/connect/email',
  '/studio/connect/analytics',
  '/studio/connect/databases',
  '/bolt/connect',
  '/bolt/blocks',
  '/bolt/dashboard',
  '/bolt/blocks/01890000-0000-7000-8000-000000000000?tab=access',
  '/bolt/onboarding',
  '/bolt/billing',
  '/success',
  '/studio/mode?to=test&tenant=x',
  '/bolt/admin/stripe',
  '/studio/account',
  '/studio/audit',
  '/studio/customers',
  '/studio/staff',
  '/studio/install',
]
const NAV = ['Home', 'Demo', 'Security', 'Connect', 'Blocks', 'Tenants']
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('[S6-001] a visitor sees every public screen, and the 404 page elsewhere', async () => {
  const page = await open()
  for (const path of PUBLIC) {
    await go(page, path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await at(page, path === '/playground' ? /\/playground/ : path)
    await expect(page.getByText('Something went wrong on this page'), path).toHaveCount(0)
  }
  for (const path of ['/embed/auth', '/embed/pay', '/embed/success'])
    assert.equal((await page.goto(instance.url + path))?.status(), 200, path)
  const response = await page.goto(`${instance.url}/nothing/here`)
  assert.equal(response?.status(), 404)
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await at(page, '/')
  await page.context().close()
})

test('[S6-003] [S2-051] every guarded screen sends a visitor to sign-in, with a return URL', async () => {
  const page = await open()
  await go(page, '/home')
  for (const path of GUARDED) {
    await page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, path)
    await at(page, `/auth?next=${encodeURIComponent(path)}`)
  }
  await page.context().close()
})

test('[S6-002] [S2-074] [S2-075] protected items open the prompt for a visitor; it names them and leads to sign-in', async () => {
  const page = await open()
  await go(page, '/home')
  const dialog = page.getByRole('dialog', { name: 'Access Required' })
  for (const feature of ['Connect', 'Blocks', 'Tenants']) {
    await nav(page)
      .getByRole(feature === 'Tenants' ? 'link' : 'button', { name: feature })
      .click()
    await expect(dialog.getByText(`You must login or sign-up to access ${feature}`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await at(page, '/home')
  }
  await nav(page).getByRole('button', { name: 'Blocks' }).click()
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: "Let's Do It" }).click()
  await at(page, '/auth')
  await page.context().close()
})

test('[S2-071] [S2-070] [S9-037] the six items in order: beside the screen, and on a phone below it in six equal columns', async () => {
  const page = await open(nils)
  await go(page, '/home')
  const labels = () =>
    nav(page)
      .locator(':scope > ul > li')
      .evaluateAll((items) => items.map((item) => item.querySelector('[data-nav]')?.textContent?.trim()))
  await expect.poll(labels).toEqual(NAV)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(labels).toEqual(NAV)
  const places = () =>
    nav(page)
      .locator(':scope > ul > li')
      .evaluateAll((items) =>
        items.map((item) => item.getBoundingClientRect()).map(({ width, top }) => [Math.round(width), top]),
      )
  // The bottom bar replaces the side bar once the page has noticed its new width.
  await expect
    .poll(async () => {
      const all = await places()
      return [all.length, new Set(all.map(String)).size]
    })
    .toEqual([6, 1])
  const below = () => nav(page).evaluate((bar) => innerHeight - bar.getBoundingClientRect().bottom)
  await expect.poll(below).toBe(0)
  assert.deepEqual(await violations(page), [])
  await page.context().close()
})

test('[S2-052] [S2-053] paid screens: nothing is drawn while the access loads, and without access the plans are shown', async () => {
  const page = await open(mara)
  let release!: () => void
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route(call('access'), async (route) => {
    await gate
    await route.continue()
  })
  const accessRequest = page.waitForRequest(call('access'))
  await go(page, '/bolt/blocks')
  await accessRequest
  await expect(page.getByRole('banner')).toBeVisible()
  assert.equal((await page.locator('#main').innerText()).trim(), '')
  release()
  await at(page, '/bolt/pricing')
  for (const path of [
    '/bolt/blocks/01890000-0000-7000-8000-000000000000',
    '/bolt/dashboard',
    '/bolt/studio',
  ]) {
    await go(page, path)
    await at(page, '/bolt/pricing')
  }
  await page.context().close()
})

test('[S2-064] an access forged in the browser opens a screen, but exposes no data', async () => {
  const made = await operator
    .from('bolt_blocks')
    .insert({ user_id: mara.session.user.id, title: 'Opening hours', data: { type: 'text' } })
    .select('id')
    .single()
  assert.ifError(made.error)
  const page = await open(mara)
  await answering(page, call('access'), forging({ active: true, plan: 'business' }), async () => {
    const read = page.waitForResponse((response) => response.url().includes('/rest/v1/bolt_blocks'))
    await go(page, `/bolt/blocks/${made.data.id}`)
    assert.doesNotMatch(await (await read).text(), /Opening hours/)
    await expect(page.getByText('Opening hours')).toHaveCount(0)
  })
  await page.context().close()
})

test('[S4-027] [S6-004] [S6-005] Continue Free leads to the blocks; the header names the user and signs them out', async () => {
  const yuki = await person('yuki@guards.test')
  const page = await open(yuki)
  await go(page, '/bolt/pricing')
  await page.getByRole('button', { name: 'Continue Free' }).click()
  await at(page, /\/bolt\/dashboard/)
  await expect(page.getByRole('banner').getByText('yuki@guards.test')).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await at(page, '/auth')
  const storedKeys = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'bb:theme' && key !== 'bb:mode'))
  await expect.poll(storedKeys).toEqual([])
  await go(page, '/studio')
  await at(page, '/auth?next=%2Fstudio')
  await page.context().close()
})

test('[S2-058] the gate leads a creator with a profile, a plan and a tenant to their blocks', async () => {
  await makeTenant(nils, 'Tempo')
  const { error } = await nils.client
    .from('bolt_profiles')
    .upsert({ user_id: nils.session.user.id, display_name: 'Nils', onboarding_complete: true })
  assert.ifError(error)
  const page = await open(nils)
  await go(page, '/bolt')
  await at(page, /\/bolt\/blocks/)
  await page.context().close()
})
