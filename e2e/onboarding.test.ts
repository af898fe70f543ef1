// From a new account to a working tag: the profile, the tenant wizard, and the gate that leads to both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expect } from '#testing/browser.ts'
import { violations } from './accessibility.ts'
import { makeTenant } from './api.ts'
import { answering, button, planScreens, says, saying } from './plan-screens.ts'

const { operator, person, givePlan, open, go, at } = await planScreens()

const PROFILE = '/bolt/onboarding'
const WIZARD = '/bolt/studio/onboarding'
const profiles = '**/rest/v1/bolt_profiles**'
const createTenantUrl = '**/rpc/create_tenant_autoprovision'

const mara = await person('mara@onboarding.test')
const nils = await person('nils@onboarding.test')
await givePlan(nils, 'free')
const yuki = await person('yuki@onboarding.test')

const profileOf = async ({ session }: typeof mara) =>
  (await operator.from('bolt_profiles').select('*').eq('user_id', session.user.id)).data?.[0]

test('[S2-055] [S2-024] [S2-284] [S2-285] [S2-286] [S2-287] [S2-288] the gate leads a new creator to their profile: a name is required, the rest is optional', async () => {
  const page = await open(mara)
  await go(page, '/bolt')
  await at(page, PROFILE)
  for (const [field, values] of [
    ['Role', ['founder', 'developer', 'designer', 'product_manager', 'other']],
    ['Industry', ['technology', 'finance', 'healthcare', 'education', 'ecommerce', 'other']],
  ] as const)
    assert.deepEqual(
      await page
        .getByLabel(field)
        .evaluate((select) => [...(select as HTMLSelectElement).options].map(({ value }) => value)),
      ['', ...values],
    )
  await expect(page.getByLabel('Company')).toBeVisible()
  await button(page, 'Continue').click()
  await expect(page.getByLabel('Display Name')).toBeFocused()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await page.context().close()
})

test('[S8-053] [S2-289] [S4-022] [S4-024] [S8-097] a failed save keeps the input, also after a reload; a successful one greets the creator and leads to the plans', async () => {
  const page = await open(mara)
  await go(page, PROFILE)
  await page.getByLabel('Display Name').fill('Mara Lindqvist')
  await page.getByLabel('Role').selectOption('founder')
  const refuse = async (route: Parameters<Parameters<typeof page.route>[1]>[0]) =>
    route.request().method() === 'POST' ? saying(503, { message: 'down' })(route) : route.continue()
  await answering(page, profiles, refuse, async () => {
    await button(page, 'Continue').click()
    await says(page, 'Failed to save your profile. Please try again.')
  })
  assert.equal(await profileOf(mara), undefined)
  await page.reload()
  await expect(page.getByLabel('Display Name')).toHaveValue('Mara Lindqvist')
  await expect(page.getByLabel('Role')).toHaveValue('founder')

  let release!: () => void
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route(profiles, async (route) => {
    if (route.request().method() === 'POST') await gate
    await route.continue()
  })
  await button(page, 'Continue').click()
  await expect(page.getByRole('button', { name: 'Setting up...' })).toBeVisible()
  release()
  await at(page, '/bolt/pricing')
  await says(page, 'Welcome')
  const { updated_at, ...stored } = (await profileOf(mara))!
  assert.deepEqual(stored, {
    user_id: mara.session.user.id,
    display_name: 'Mara Lindqvist',
    company: null,
    role: 'founder',
    industry: null,
    onboarding_complete: true,
  })
  assert.ok(Date.parse(updated_at))
  await page.context().close()
})

test('[S4-023] a creator with an active plan is led to the blocks', async () => {
  const page = await open(nils)
  await go(page, PROFILE)
  await page.getByLabel('Display Name').fill('Nils')
  await button(page, 'Continue').click()
  await at(page, /\/bolt\/dashboard$/)
  await page.context().close()
})

test('[S2-296] the wizard sends visitors to the plans', async () => {
  const page = await open()
  await go(page, WIZARD)
  await at(page, '/pricing')
  await page.context().close()
})

test('[S2-023] [S2-111] Tenants and Guide me lead creators without a tenant to the wizard, others to their tenants', async () => {
  const page = await open(yuki)
  await go(page, '/studio')
  const tenants = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenants' })
  await page.getByRole('link', { name: 'Guide me' }).click()
  await at(page, WIZARD)
  await page.getByRole('link', { name: 'Not now' }).click()
  await at(page, '/studio')
  await tenants.click()
  await at(page, WIZARD)
  await expect(tenants).toHaveAttribute('aria-current', 'page')
  await page.context().close()

  await makeTenant(nils, 'Tempo')
  const nilsPage = await open(nils)
  await go(nilsPage, '/studio')
  await expect(nilsPage.getByRole('listitem', { name: 'Tempo' })).toBeVisible()
  await nilsPage.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenants' }).click()
  await at(nilsPage, '/studio')
  await nilsPage.context().close()
})

test('[S2-022] [S9-039] [S2-290] [S2-291] [S2-292] [S2-293] [S4-030] [S4-031] [S8-086] [S2-294] [S2-295] the wizard: three steps, a failure that loses no input, and a tag to copy', async () => {
  const page = await open(yuki)
  await go(page, WIZARD)
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await expect(steps).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'Welcome to Bolt Blocks' })).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await button(page, 'Get Started').click()

  await expect(page.getByLabel('Tenant Name')).toBeFocused()
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step')
  await expect(button(page, 'Create Tenant')).toBeDisabled()
  await page.getByLabel('Tenant Name').fill('   ')
  await expect(button(page, 'Create Tenant')).toBeDisabled()
  await page.getByLabel('Tenant Name').fill('Still Water Yoga')
  await page.getByLabel('Description').fill('Two classes a day')
  assert.deepEqual(await violations(page), [])
  await button(page, 'Back').click()
  await expect(page.getByRole('heading', { name: 'Welcome to Bolt Blocks' })).toBeFocused()
  await button(page, 'Get Started').click()
  await answering(page, createTenantUrl, saying(503, { message: 'The database is resting' }), async () => {
    await button(page, 'Create Tenant').click()
    await says(page, 'Error', 'The database is resting')
  })
  // The first list of tenants is read before the tenant exists, and arrives after.
  const made = page.waitForResponse((response) => response.url().includes('create_tenant') && response.ok())
  let isFirst = true
  // It stays: a request during whose start the last route of a page goes is lost in Chromium at times.
  await page.route('**/rest/v1/tenants?*', async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    const response = await route.fetch()
    await made
    await route.fulfill({ response })
  })
  await page.reload()
  await expect(page.getByLabel('Tenant Name')).toHaveValue('Still Water Yoga')
  await expect(page.getByLabel('Description')).toHaveValue('Two classes a day')
  await button(page, 'Create Tenant').click()

  await expect(page.getByRole('heading', { name: 'Still Water Yoga is ready' })).toBeVisible()
  const { data } = await yuki.client.from('tenants').select('name, description, public_key')
  assert.equal(data?.length, 1)
  assert.equal(data[0]!.description, 'Two classes a day')
  await page.getByLabel('Site address').fill('stillwater.test')
  await button(page, 'Add site').click()
  await expect(page.getByRole('list', { name: 'Sites' }).getByText('https://stillwater.test')).toBeVisible()
  await button(page, 'Copy Embed Code').click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(copied.split(data[0]!.public_key).length, 3, copied)
  assert.deepEqual(await violations(page), [])

  // The address contains the step: a reload creates no second tenant, and Back does not return to the form.
  await page.reload()
  await expect(page.getByRole('link', { name: 'Go to Connect Center' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Connect Center' }).click()
  await at(page, '/studio/connect/stripe')
  await page.goBack()
  await page.getByRole('link', { name: 'Skip to Studio' }).click()
  await at(page, '/studio')
  await expect(page.getByRole('listitem', { name: 'Still Water Yoga' })).toBeVisible()
  await page.context().close()
})

test('[K25] forged drafts and addresses cannot skip steps', async () => {
  const page = await open(yuki)
  await go(page, '/studio')
  await page.evaluate((of) => {
    const typed = { name: { toString: 1 }, description: ['<img src=x>'] }
    sessionStorage.setItem('bb:draft:tenant', JSON.stringify({ of, typed }))
    sessionStorage.setItem('bb:draft:profile', '}{')
    sessionStorage.setItem('bb:tenant', '<img src=x onerror=alert(1)>')
    localStorage.setItem('bb:lastTab', 'javascript:alert(1)')
    localStorage.setItem('bb:theme', '"><script>')
    localStorage.setItem('bb:mode', '__proto__')
  }, yuki.session.user.id)
  await go(page, `${WIZARD}?step=2`)
  await expect(page.getByLabel('Tenant Name')).toHaveValue('')
  await go(page, PROFILE)
  await expect(page.getByLabel('Display Name')).toHaveValue('')
  await go(page, `${WIZARD}?step=3&tenant=${nils.session.user.id}`)
  await expect(page.getByRole('heading', { name: 'Welcome to Bolt Blocks' })).toBeVisible()
  await go(page, '/')
  await at(page, '/studio')
  await expect(page.getByRole('listitem', { name: 'Still Water Yoga' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'clean')
  await page.context().close()
})
