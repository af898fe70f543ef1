// My Blocks: access to the list, its empty state, creating, finding, copying and deleting blocks, and its
// banners.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { expect } from '#testing/browser.ts'
import { blocks as registered } from '#blocks/registry.ts'
import { violations } from './accessibility.ts'
import { type Creator, makeTenant } from './api.ts'
import { answering, planScreens } from './plan-screens.ts'
import { escape } from './windows.ts'

const { open, go, at, person, givePlan, operator } = await planScreens()
const ROWS = '**/rest/v1/bolt_blocks?**'
const refusing = (method: string) => (route: Route) =>
  route.request().method() === method
    ? route.fulfill({ status: 500, json: { message: 'out of flour', code: 'XX000' } })
    : route.fallback()

/** The cards of the list; items inside the block previews are excluded. */
const blocks = (page: Page) =>
  page
    .getByRole('region', { name: 'Blocks' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })
/** Waits for a toast with this title and text, and closes it. */
async function says(on: Page, title: string, text: string): Promise<void> {
  const toast = on.locator('.bb-toast').filter({ hasText: text })
  await expect(toast.locator('strong').first()).toHaveText(title)
  // Close it immediately: a toast that closes automatically may disappear before a click.
  await toast.getByRole('button', { name: 'Close' }).evaluateAll((all: HTMLElement[]) => {
    for (const close of all) close.click()
  })
  await expect(toast).toHaveCount(0)
}

const block = (page: Page, name: string) =>
  blocks(page).filter({ has: page.getByRole('heading', { name, exact: true }) })
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Create Block' })

let mara: Creator
let page: Page
const make = async (title: string, data: object) =>
  assert.ifError(
    (await mara.client.from('bolt_blocks').insert({ user_id: mara.session.user.id, title, data })).error,
  )
const stored = async () =>
  (await mara.client.from('bolt_blocks').select('id, title, data').order('created_at')).data!

before(async () => {
  mara = await person('mara@list-of-blocks.test')
  await givePlan(mara, 'free')
  page = await open(mara)
})

test('[S2-019] [S2-020] [S2-021] visitors are sent to sign in, creators without access to the plans', async () => {
  const visitor = await open()
  const idle = await open(await person('idle@list-of-blocks.test'))
  for (const path of [
    '/bolt/blocks',
    '/bolt/dashboard',
    '/bolt/blocks/0198c1a2-0000-7000-8000-0000000000b1',
  ]) {
    await go(visitor, path)
    await at(visitor, `/auth?next=${encodeURIComponent(path)}`)
    await go(idle, path)
    await at(idle, '/bolt/pricing')
  }
  for (const path of ['/bolt/blocks', '/bolt/dashboard']) {
    await go(page, path)
    await expect(page.getByRole('heading', { name: 'My Blocks', level: 1 })).toBeVisible()
    await at(page, path)
  }
})

test('[S2-253] [S2-254] [S2-268] [S8-098] an empty list shows a welcome and three templates, each of which makes a block', async () => {
  await expect(page.getByRole('region', { name: 'Welcome', exact: true })).toBeVisible()
  assert.deepEqual(await violations(page), [])
  const shown = { Text: 'text', Profile: 'profile', Pricing: 'pricing' }
  for (const [name, type] of Object.entries(shown)) {
    await go(page, '/bolt/blocks')
    await page.getByRole('list', { name: 'Templates' }).getByRole('button', { name }).click()
    await expect(page).toHaveURL(/\/bolt\/blocks\/[\da-f-]{36}\?tab=settings$/)
    const [made, ...more] = await stored()
    await says(page, 'Success!', `${String(made!.title)} was created.`)
    assert.deepEqual([made!.data.type, more.length], [type, 0])
    assert.ifError((await mara.client.from('bolt_blocks').delete().eq('id', made!.id)).error)
  }
  await go(page, '/bolt/dashboard')
  await page.getByRole('button', { name: 'Create My First Block' }).click()
  await expect(dialog(page)).toBeVisible()
})

test('[S2-251] [S2-252] [S5-045] [S5-046] [S5-047] [S5-048] [S8-065] [S8-066] a block needs a title; its JSON is optional and must parse; no input is lost', async () => {
  const create = dialog(page).getByRole('button', { name: 'Create', exact: true })
  const title = dialog(page).getByLabel('Title')
  const json = dialog(page).getByRole('textbox', { name: 'JSON Data' })
  await expect(dialog(page).getByRole('radio', { name: 'Text' })).toBeChecked()
  await expect(dialog(page).getByRole('region', { name: 'Preview' })).toContainText('Closed on Mondays.')
  await expect(create).toBeDisabled()
  await title.fill('   ')
  await expect(create).toBeDisabled()
  await title.fill('  Opening hours ')
  await json.fill('{ "note": ')
  await expect(dialog(page).getByText(/^Line 1: /)).toBeVisible()
  await create.click()
  await says(page, 'Invalid JSON', 'Please check your JSON format.')
  await expect(json).toHaveText('{ "note":')

  // The input survives a reload and a refusal.
  await page.reload()
  await expect(title).toHaveValue('  Opening hours ')
  await expect(json).toHaveText('{ "note":')
  await json.fill('')
  await answering(page, ROWS, refusing('POST'), async () => {
    await create.click()
    await says(page, 'Error', 'Failed to create block.')
  })
  await expect(title).toHaveValue('  Opening hours ')
  assert.deepEqual(await violations(page), [])
  await create.click()
  await expect(page.getByRole('heading', { name: 'Opening hours', level: 1 })).toBeVisible()
  assert.deepEqual(
    (await stored()).map(({ title: storedTitle, data }) => [storedTitle, data]),
    [['Opening hours', {}]],
  )
  await go(page, '/bolt/blocks?dialog=create')
  await expect(title).toHaveValue('')
  await dialog(page).getByRole('radio', { name: 'Pricing' }).check({ force: true })
  await expect(json).toContainText('"type": "pricing"')
  await expect(dialog(page).getByRole('region', { name: 'Preview' })).toContainText('Studio')
  await title.fill('Prices')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toHaveCount(0)
})

test('[S2-248] [S2-249] [S2-250] [S2-255] [S2-256] [S2-257] [S3-032] [S3-033] [S3-034] cards show title, date and tier; the search finds titles and descriptions', async () => {
  await make('Baker profile', { type: 'profile', values: { name: 'Mara', bio: 'Up at four' } })
  await make('Class membership', {
    type: 'pricing',
    plans: [{ name: 'Saturday', price: '€9', features: [] }],
  })
  await go(page, '/bolt/blocks')
  await expect(blocks(page)).toHaveCount(3)
  const today = new Intl.DateTimeFormat('en-US', { year: 'numeric' }).format(new Date())
  const tiers = { 'Opening hours': 'Free', 'Baker profile': 'Pro', 'Class membership': 'Business' }
  for (const [name, tier] of Object.entries(tiers)) {
    await expect(block(page, name).getByText(tier, { exact: true })).toBeVisible()
    await expect(block(page, name).getByText(new RegExp(`^\\d+ \\w{3} ${today}$`))).toBeVisible()
  }
  const smallest = await blocks(page).evaluateAll((cards) => {
    const texts = cards.flatMap((card) => [...card.querySelectorAll('[class*=zoom] *')])
    return Math.min(
      ...texts
        .filter((element) => element.textContent)
        .map((element) => parseFloat(getComputedStyle(element).fontSize) * 0.6),
    )
  })
  assert.ok(smallest >= 7.8 && smallest < 20, `readable thumbnails: ${smallest} px`)
  const search = page.getByRole('searchbox', { name: 'Search blocks' })
  await search.fill('BAKER')
  await expect(blocks(page)).toHaveCount(1)
  await search.fill('saturDAY')
  await expect(block(page, 'Class membership')).toBeVisible()
  await expect(blocks(page)).toHaveCount(1)
  await search.fill('sourdough')
  await expect(page.getByRole('heading', { name: 'No blocks found' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No blocks found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(blocks(page)).toHaveCount(3)
  await expect(search).toHaveValue('')
})

test('[S2-258] [S8-067] [S8-098] a card opens, duplicates and deletes its block; a refused copy shows an error', async () => {
  await answering(page, ROWS, refusing('POST'), async () => {
    await block(page, 'Baker profile').getByRole('button', { name: 'Duplicate' }).click()
    await says(page, 'Error', 'Failed to duplicate block.')
  })
  await block(page, 'Baker profile').getByRole('button', { name: 'Duplicate' }).click()
  await says(page, 'Success!', 'Baker profile (copy) was created.')
  await expect(block(page, 'Baker profile (copy)')).toBeVisible()
  const copies = (await stored()).filter(({ title }) => title.startsWith('Baker profile'))
  assert.deepEqual(copies[0]!.data, copies[1]!.data)
  await block(page, 'Baker profile (copy)').getByRole('link', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { name: 'Baker profile (copy)', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'My Blocks' }).click()
})

test('[S2-258] [S8-068] a deleted card disappears immediately and can be restored; the deletion is final when the toast or the page closes', async () => {
  const remove = (name: string) => block(page, name).getByRole('button', { name: 'Delete' }).click()
  const toast = page.locator('.bb-toast').filter({ hasText: 'Block deleted' })
  const titles = async () => (await stored()).map(({ title }) => title)

  await remove('Baker profile (copy)')
  await expect(block(page, 'Baker profile (copy)')).toHaveCount(0)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(block(page, 'Baker profile (copy)')).toBeVisible()
  await expect(toast).toHaveCount(0)
  assert.ok((await titles()).includes('Baker profile (copy)'))

  await answering(page, ROWS, refusing('DELETE'), async () => {
    await remove('Baker profile (copy)')
    await toast.getByRole('button', { name: 'Close' }).click()
    await says(page, 'Error', 'Failed to delete block.')
    await expect(block(page, 'Baker profile (copy)')).toBeVisible()
  })
  await remove('Baker profile (copy)')
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect.poll(titles).not.toContain('Baker profile (copy)')

  await remove('Opening hours')
  await expect(block(page, 'Opening hours')).toHaveCount(0)
  await page.goto('about:blank')
  await expect.poll(titles).toEqual(['Baker profile', 'Class membership'])
})

test('[S8-064] a list that fails to load says so and can be retried', async () => {
  await answering(page, ROWS, refusing('GET'), async () => {
    await go(page, '/bolt/blocks')
    await says(page, 'Error', 'Failed to load blocks.')
    await expect(page.getByRole('alert').getByText('Failed to load blocks.')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(blocks(page)).toHaveCount(2)
})

test('[S2-262] [S2-263] [S2-264] [S3-068] [S3-069] the checklist leads through three steps, remembers them in this browser, and can be hidden', async () => {
  await go(page, '/bolt/blocks')
  const list = page.getByRole('region', { name: 'Getting started' })
  await expect(list.getByRole('link', { name: 'Create a tenant' })).toHaveAttribute(
    'href',
    '/studio?dialog=create',
  )
  await makeTenant(mara, 'Hearth & Rye')
  await go(page, '/bolt/blocks')
  await expect(list.getByRole('listitem')).toHaveText([
    /^Check your tenant/,
    /^Connect payments/,
    /^Add a blockDone$/,
  ])
  await expect(list).toContainText('1 of 3')
  await list.getByRole('link', { name: 'Check your tenant' }).click()
  await at(page, '/studio')
  await go(page, '/bolt/blocks')
  await expect(list).toContainText('2 of 3')
  const storedEntries = () =>
    page.evaluate(() =>
      Object.entries(localStorage).flatMap(([key, value]) =>
        /checklist|onboarding/.test(key) ? [[key, JSON.parse(value as string)]] : [],
      ),
    )
  const id = mara.session.user.id
  assert.deepEqual(await storedEntries(), [[`bb:checklist:${id}`, { block: true, tenant: true }]])
  await list.getByRole('button', { name: 'Hide' }).click()
  await expect(list).toHaveCount(0)
  assert.ok((await storedEntries()).some(([key]) => key === `onboarding-dismissed-${id}`))
  await page.reload()
  await page.getByRole('button', { name: 'Show Getting started' }).click()
  await expect(list).toContainText('2 of 3')
})

test('kinds of blocks that a tenant does not use are offered with a sample, their plan and the tag; the others show their state', async () => {
  await go(page, '/bolt/blocks')
  const kinds = page.getByRole('list', { name: 'Kinds of blocks' })
  const gallery = page.getByRole('dialog', { name: 'Add a block' })
  const offer = kinds.getByRole('button', { name: 'Add a block' })
  await expect(offer).toBeVisible()
  for (const unused of ['Sign-in', 'Payments'])
    await expect(kinds.getByRole('link', { name: unused })).toHaveCount(0)
  await offer.click()
  await expect(page).toHaveURL(/\?add=auth$/)
  await gallery.getByRole('radio', { name: /^Payments/ }).click({ force: true })
  await expect(page).toHaveURL(/\?add=pay$/)
  const needPro = Object.values(registered).filter(({ plan }) => plan === 'pro')
  await expect(gallery.getByText('Pro', { exact: true })).toHaveCount(needPro.length)
  await expect(gallery.frameLocator('iframe').getByText('Available Products')).toBeVisible()
  await expect(gallery.getByText('Needs Pro in live mode.')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await gallery.getByRole('button', { name: 'Set up Payments' }).click()
  await expect(gallery.locator('code')).toContainText('data-block="pay"')
  const [tenant] = (await mara.client.from('tenants').select('id')).data as { id: string }[]
  const stocked = () => mara.client.from('items').select('name').eq('tenant_id', tenant!.id)
  assert.deepEqual((await stocked()).data, [{ name: 'Sample product' }])
  await page.goBack()
  await expect(gallery).toHaveCount(0)

  // In live mode a kind that needs a plan shows its sample and the way to the plan.
  const mode = (stripe_mode: 'test' | 'live') =>
    operator.from('tenants').update({ stripe_mode }).eq('id', tenant!.id)
  assert.ifError((await mode('live')).error)
  await go(page, '/bolt/blocks?add=pay')
  await expect(gallery.getByRole('link', { name: 'Choose Pro' })).toHaveAttribute(
    'href',
    '/bolt/pricing?manage=1',
  )
  await expect(gallery.getByRole('button', { name: /^Set up/ })).toHaveCount(0)
  await expect(gallery.frameLocator('iframe').getByText('Available Products')).toBeVisible()
  assert.ifError((await mode('test')).error)

  const loaf = { tenant_id: tenant!.id, name: 'Rye loaf', price_cents: 900, currency: 'eur' }
  assert.ifError((await operator.from('items').insert(loaf)).error)
  await go(page, '/bolt/blocks')
  const payments = kinds.getByRole('listitem').filter({ hasText: 'Payments' }).first()
  await expect(payments).toContainText('Stripe not connected')
  await expect(payments).toContainText('2 products')
  await payments.getByRole('link', { name: 'Payments' }).click()
  await at(page, /\/bolt\/payments\?tenant=/)
  await go(page, '/bolt/blocks')
})

test('[S2-259] [S2-260] [S2-261] [S9-044] [S9-045] help has three links and closes on Escape or a click outside', async () => {
  const help = page.getByRole('dialog', { name: 'Help' })
  const button = page.getByRole('button', { name: 'Help' })
  await button.click()
  await expect(help.getByRole('link')).toHaveCount(3)
  for (const link of await help.getByRole('link').all()) {
    const other = await open(mara)
    await go(other, (await link.getAttribute('href'))!)
    await expect(other.getByRole('heading', { level: 1 }).first()).not.toHaveText('Oops! Page not found')
    await other.close()
  }
  assert.deepEqual(await violations(page), [])
  await escape(help)
  await expect(button).toBeFocused()
  await button.click()
  await expect(help).toBeVisible()
  const width = () => help.evaluate((drawer) => (drawer as HTMLElement).offsetWidth)
  assert.equal(await width(), 360)
  const desktop = page.viewportSize()!
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(width).toBe(306)
  await page.setViewportSize(desktop)
  await expect.poll(width).toBe(360)
  await page.mouse.click(200, 400)
  await expect(help).toHaveCount(0)
})

test('[S2-265] [S2-266] [S2-267] [S2-269] [S2-270] [S2-271] the banner above the list follows the plan, not only the address', async () => {
  const head = page.getByRole('main')
  await go(page, '/bolt/blocks')
  await expect(head.getByRole('link', { name: 'Upgrade Plan' })).toHaveAttribute(
    'href',
    '/bolt/pricing?manage=1',
  )
  await expect(page.getByText('mara@list-of-blocks.test')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('mara@list-of-blocks.test')).toHaveCount(0)
  assert.deepEqual(await violations(page), [])
  await page.setViewportSize({ width: 1440, height: 900 })

  await go(page, '/bolt/blocks?env=live')
  await expect(head.getByText('Environment is live')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Welcome', exact: true })).toHaveCount(0)
  await go(page, '/bolt/blocks?success=true')
  await expect(head.getByText('Your subscription is active')).toBeVisible()

  // A day pass opens the list but is not a subscription.
  const guest = await person('guest@list-of-blocks.test')
  const tenant = await makeTenant(guest, 'Corner Mill')
  const until = new Date(Date.now() + 3_600_000).toISOString()
  assert.ifError(
    (
      await operator
        .from('tenants')
        .update({ subscription_tier: 'day_pass', subscription_status: 'active', access_expires_at: until })
        .eq('id', tenant.id)
    ).error,
  )
  const visit = await open(guest)
  await go(visit, '/bolt/blocks?success=true')
  await expect(visit.getByRole('region', { name: 'Welcome', exact: true })).toBeVisible()
  await expect(visit.getByText('Your subscription is active')).toHaveCount(0)

  const ends = new Date(Date.now() + 2.5 * 86_400_000).toISOString()
  assert.ifError(
    (
      await operator
        .from('bolt_subscriptions')
        .upsert({ user_id: mara.session.user.id, plan_id: 'pro', status: 'trialing', trial_end: ends })
    ).error,
  )
  await go(page, '/bolt/blocks')
  const banner = head.locator('.bb-note').filter({ hasText: 'Free trial' })
  await expect(banner).toContainText('3 days left. Pro continues at €19/month on')
  await expect(banner.getByRole('link', { name: 'Manage Billing' })).toBeVisible()
  await expect(head.getByRole('link', { name: 'Manage Billing' }).first()).toHaveAttribute('href', /billing/)
})

test('[S2-258] signing out does not undo a deletion', async () => {
  await go(page, '/bolt/blocks')
  await block(page, 'Baker profile').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await at(page, '/auth')
  const remaining = async () =>
    (await operator.from('bolt_blocks').select('title').eq('user_id', mara.session.user.id)).data
  await expect.poll(remaining).toEqual([{ title: 'Class membership' }])
})
