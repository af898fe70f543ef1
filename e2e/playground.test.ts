// The playground: samples and a tenant's own blocks, at three widths, with an address that can be shared.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, operatorOf, studioContext } from './api.ts'
import { makeBakery, ownAddress } from './bakery.ts'
import { PASSWORD } from './creator.ts'
import { pickOption, pickerOf } from './pick-option.ts'

const instance = await sharedInstance()
const keys = keysOf(instance)
const mara = await makeBakery(keys)
const newest = await makeTenant(mara, 'Corner Mill')
const bakery = mara.tenant
const operator = operatorOf(keys)
const nils = await makeCreator(keys, { email: ownAddress('nils', 'cornermill.test'), password: PASSWORD })

const browser = await launchBrowser()
const visitor = await (await studioContext(browser, instance.url, undefined)).newPage()
const creator = await (await studioContext(browser, instance.url, mara.session)).newPage()

const home = `${instance.url}/playground`
const frame = (on: Page) => on.frameLocator('iframe[title="Block preview"]')
/** Label of the selected block. */
async function chosenBlock(on: Page): Promise<string | null> {
  const { options, select } = await pickerOf(on, 'Block')
  return select
    ? select.locator('option:checked').textContent()
    : options.locator('label:has(input:checked)').textContent()
}
const query = (on: Page) => Object.fromEntries(new URL(on.url()).searchParams)
const key = (on: Page) => on.getByLabel('Tenant public key')

test('[S1-024] [S2-011] [S2-221] [S2-222] [S2-228] signed out, the playground shows a checkout with sample products and 12 hours of a day pass', async () => {
  await visitor.goto(home)
  await expect(visitor.getByRole('heading', { name: 'Playground' })).toBeVisible()
  await expect(frame(visitor).getByText('Available Products')).toBeVisible()
  await expect(visitor.getByText('Day Pass, 12 hours left')).toBeVisible()
  assert.deepEqual(await violations(visitor), [])
})

test('a purchase in mock mode is busy, then paid, and does not leave the page', async () => {
  await frame(visitor).getByRole('button', { name: 'Purchase Now: Rye & honey loaf' }).click()
  await expect(
    frame(visitor).getByText('Payment successful. Thank you for your purchase of Rye & honey loaf.'),
  ).toBeVisible()
  assert.equal(visitor.url(), home)
})

test('[S2-223] [S9-041] [S9-042] [S9-043] tablet is 768 pixels, mobile 390, desktop the full width, each 420 high', async () => {
  const size = () =>
    visitor.locator('iframe[title="Block preview"]').evaluate((el) => [el.clientWidth, el.clientHeight])
  const box = () => visitor.locator('iframe[title="Block preview"]').locator('..').boundingBox()
  for (const [device, width] of [
    ['Tablet', 768],
    ['Mobile', 390],
  ] as const) {
    await pickOption(visitor, 'Device', device)
    await expect.poll(async () => (await box())?.width).toBe(width)
    assert.equal((await box())!.height, 420)
  }
  // A block that is a little taller than the frame takes some of the space around it.
  await pickOption(visitor, 'Block', 'Auth')
  await expect(frame(visitor).getByLabel('Email')).toBeVisible()
  await expect
    .poll(() =>
      frame(visitor)
        .locator('html')
        .evaluate((el) => el.scrollHeight - el.clientHeight),
    )
    .toBeLessThanOrEqual(1)
  await pickOption(visitor, 'Block', 'Checkout')
  await pickOption(visitor, 'Device', 'Desktop')
  const contentBox = await visitor.getByRole('region', { name: 'Preview' }).evaluate((el) => {
    const { paddingLeft, paddingRight } = getComputedStyle(el.lastElementChild!)
    return el.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
  })
  await expect.poll(async () => (await box())?.width).toBe(contentBox)
  assert.ok((await size())[0]! > 768)
})

test('on a phone a tablet is scaled to fit, and a block that goes on below has a button to scroll', async () => {
  const phone = await studioContext(browser, instance.url, undefined, {
    viewport: { width: 390, height: 844 },
  })
  const page = await phone.newPage()
  await page.goto(`${home}?device=tablet`)
  const iframe = page.locator('iframe[title="Block preview"]')
  await expect(page.getByText(/768 × 420, at 4\d%/)).toBeVisible()
  await expect.poll(() => iframe.evaluate((el) => el.clientWidth)).toBeGreaterThan(750)
  await expect.poll(async () => (await iframe.boundingBox())!.width).toBeLessThan(390)
  await pickOption(page, 'Device', 'Full width')
  const cue = page.locator('.bb-scroll-cue')
  const inside = frame(page).locator('html')
  const bottom = async (at: Locator) => {
    const { y, height } = (await at.boundingBox())!
    return y + height
  }
  await expect(cue).toHaveText('Scroll to the rest of the block')
  assert.ok((await cue.boundingBox())!.y >= (await bottom(iframe)), 'it is below the block')
  await cue.click()
  await expect.poll(() => inside.evaluate((el) => el.scrollTop)).toBeGreaterThan(200)
  await inside.evaluate((el) => el.scrollTo(0, el.scrollHeight))
  await expect(cue).toHaveCount(0)
  await phone.close()
})

test('[S2-221] [S2-222] [S2-223] [S2-224] [S2-225] each change updates the address, and an address restores the same state', async () => {
  await visitor.goto(home)
  await pickOption(visitor, 'Block', 'Auth')
  await expect.poll(() => query(visitor)).toEqual({ block: 'auth', mode: 'mock', device: 'desktop' })
  await expect(frame(visitor).getByLabel('Email')).toBeVisible()
  await pickOption(visitor, 'Device', 'Tablet')
  await expect.poll(() => query(visitor).device).toBe('tablet')
  await key(visitor).fill(bakery.public_key)
  await expect.poll(() => query(visitor).pk).toBe(bakery.public_key)
  await pickOption(visitor, 'Mode', 'Live')
  const shared = { block: 'auth', mode: 'live', device: 'tablet', pk: bakery.public_key }
  await expect.poll(() => query(visitor)).toEqual(shared)
  await visitor.reload()
  await expect.poll(() => chosenBlock(visitor)).toBe('Auth')
  await expect(visitor.getByRole('radio', { name: 'Live' })).toBeChecked()
  await expect(visitor.getByRole('radio', { name: 'Tablet' })).toBeChecked()
  await expect(key(visitor)).toHaveValue(bakery.public_key)
})

test('[S2-227] [S7-083] live mode is a sandboxed frame that loads the embed script in the test environment', async () => {
  await pickOption(visitor, 'Block', 'Checkout')
  const outer = visitor.locator('iframe[title="Block preview"]')
  const sandbox = (await outer.getAttribute('sandbox'))!.split(' ')
  assert.ok(sandbox.includes('allow-scripts'))
  for (const never of ['allow-top-navigation', 'allow-top-navigation-by-user-activation', 'allow-modals'])
    assert.ok(!sandbox.includes(never), never)
  const tag = frame(visitor).locator('script[src="/v1/bb.js"]')
  await expect(tag).toHaveAttribute('data-env', 'test')
  await expect(tag).toHaveAttribute('data-block', 'pay')
  const block = frame(visitor).frameLocator('iframe')
  await expect(
    block.getByRole('heading', { name: 'Sourdough class' }).or(block.getByRole('listitem').first()),
  ).toBeVisible()
  await expect(block.getByText('Test mode')).toBeVisible()
  await expect(visitor.getByText('Test environment')).toBeVisible()
  assert.deepEqual(await violations(visitor), [])
  await pickOption(visitor, 'Theme', 'Match the page')
  await expect(tag).toHaveAttribute('data-theme', 'auto')
  const pageColor = await frame(visitor)
    .getByRole('button', { name: 'Order' })
    .evaluate((button) => getComputedStyle(button).backgroundColor)
  const buy = block.locator('.bb-btn[data-variant=primary]').first()
  await expect(buy).toHaveCSS('background-color', pageColor)
  await expect(visitor.getByText('data-theme="auto"')).toBeVisible()
  await pickOption(visitor, 'Theme', 'Tenant’s theme')
})

test('[S2-221] the paywall is shown with a sample, and with the creator’s own blocks', async () => {
  await creator.goto(`${home}?block=paywall`)
  const expected = 'Upgrade to open it. Your account and data stay as they are.'
  await expect(frame(creator).getByText(expected)).toBeVisible()
  await creator.goto(`${home}?block=paywall&mode=live&pk=${bakery.public_key}`)
  await expect(creator.getByText('No block behind a sign-in or a plan yet')).toBeVisible()
  const user_id = mara.session.user.id
  const plan = await operator.from('bolt_subscriptions').upsert({ user_id, plan_id: 'pro', status: 'active' })
  assert.ifError(plan.error)
  const made = await operator.from('bolt_blocks').insert([
    { user_id, title: 'Our baker', data: { type: 'profile', values: { name: 'Ada Roggen' } } },
    { user_id, title: 'Members', data: { type: 'text', content: 'For members', requires_auth: true } },
  ])
  assert.ifError(made.error)
  await creator.reload()
  await expect(
    frame(creator)
      .frameLocator('iframe')
      .getByRole('heading', { name: /Members/ }),
  ).toBeVisible()
  assert.ok(
    !(await frame(creator).frameLocator('iframe').locator('body').innerText()).includes('For members'),
  )
})

test('[S2-221] [S2-037] the profile preview shows a sample user, who can sign out and in again', async () => {
  await creator.goto(`${home}?block=profile`)
  const inside = frame(creator)
  await expect(inside.getByRole('heading', { name: 'Ines Almeida' })).toBeVisible()
  await inside.getByRole('button', { name: 'Account Settings' }).click()
  await expect(inside.getByRole('heading', { name: 'Account' })).toBeFocused()
  await inside.getByRole('button', { name: 'Done' }).click()
  await inside.getByRole('button', { name: 'Sign Out' }).click()
  await expect(inside.getByText('This is how a profile looks. Sign in to see yours.')).toBeVisible()
  await inside.getByRole('button', { name: 'Sign In' }).click()
  await inside.getByLabel('Email').fill('ada@example.com')
  await inside.getByLabel('Password', { exact: true }).fill('crusty loaf on saturday')
  await inside.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(inside.getByText('ada@example.com')).toBeVisible()
  await creator.goto(`${home}?block=profile&mode=live&pk=${bakery.public_key}`)
  const live = frame(creator).frameLocator('iframe')
  await expect(live.getByText('Sign in to see your profile.')).toBeVisible()
  await expect(creator.getByRole('tabpanel')).toContainText('data-block="profile"')
})

test('[S8-052] the code beside the preview is the tag of the selected block, in three forms', async () => {
  const code = visitor.getByRole('tabpanel')
  for (const [form, sign] of [
    ['HTML', 'data-block="pay"'],
    ['React', '<bb-block '],
    ['WordPress', 'data-bb-block="pay"'],
  ] as const) {
    await visitor.getByRole('tab', { name: form }).click()
    await expect(code).toContainText(sign)
    await expect(code).toContainText(bakery.public_key)
  }
  await visitor.getByRole('button', { name: 'Copy link' }).click()
  await expect(visitor.locator('.bb-toast strong', { hasText: 'URL copied to clipboard' })).toBeVisible()
  assert.equal(await visitor.evaluate(() => navigator.clipboard.readText()), visitor.url())
})

test('[S1-007] [S1-024] picking a block updates the preview and the tag below it immediately', async () => {
  const before = visitor.url()
  await visitor.goto(`${home}?pk=${bakery.public_key}`)
  const code = visitor.getByRole('tabpanel')
  for (const [picked, tag, shown] of [
    ['Auth', 'data-block="auth"', 'Email me a code'],
    ['Profile', 'data-block="profile"', 'Ines Almeida'],
    ['Paywall', 'data-id="your_block_id"', 'Upgrade to open it. Your account and data stay as they are.'],
    ['Checkout', 'data-block="pay"', 'Available Products'],
  ] as const) {
    await pickOption(visitor, 'Block', picked)
    await expect(code).toContainText(tag)
    await expect(frame(visitor).getByText(shown)).toBeVisible()
  }
  await pickOption(visitor, 'Block', 'Auth')
  await expect(code).toContainText('min-height:402px')
  const set = (auth_provider: string) =>
    operator.from('tenants').update({ auth_provider }).eq('public_key', bakery.public_key)
  assert.ifError((await set('auth0')).error)
  await visitor.reload()
  await expect(code).toContainText('data-height="240"')
  assert.ifError((await set('supabase')).error)
  await visitor.goto(before)
})

test('an invalid key shows an error at its field, and live mode without a key says what it needs', async () => {
  await key(visitor).fill('pk_half')
  await expect(visitor.getByText('A public key is pk_ and 24 letters or digits.')).toBeVisible()
  await expect(visitor.getByText('No tenant chosen')).toBeVisible()
  await key(visitor).fill(`pk_${'0'.repeat(24)}`)
  await expect(visitor.getByText('No tenant has this key.')).toBeVisible()
  await expect(frame(visitor).frameLocator('iframe').getByText('Tenant not found')).toBeVisible()
})

test('[S8-078] Use my tenant asks a visitor to sign in first, and returns', async () => {
  await visitor.goto(`${home}?block=auth`)
  await visitor.getByRole('button', { name: 'Use my tenant' }).click()
  await expect(visitor.getByRole('alert').filter({ hasText: 'Please sign in first.' })).toBeVisible()
  const signInLink = visitor.getByRole('alert').getByRole('link', { name: 'Sign In' })
  assert.equal(
    await signInLink.getAttribute('href'),
    `/auth?next=${encodeURIComponent('/playground?block=auth')}`,
  )
})

test('[S8-079] Use my tenant says when there is no tenant', async () => {
  const page = await (await studioContext(browser, instance.url, nils.session)).newPage()
  await page.goto(home)
  await page.getByRole('button', { name: 'Use my tenant' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No tenant found.' })).toBeVisible()
  await page.close()
})

test('[S2-226] [S7-007] Use my tenant fills in the key of the user’s newest tenant', async () => {
  const other = await makeTenant(nils, 'Nils & Daughters')
  await creator.goto(home)
  const tenantsResponse = creator.waitForResponse(
    (response) =>
      response.url().includes('/rest/v1/tenants') && response.url().includes('day_pass_expires_at'),
  )
  await creator.getByRole('button', { name: 'Use my tenant' }).click()
  await expect(key(creator)).toHaveValue(newest.public_key)
  await expect.poll(() => query(creator).pk).toBe(newest.public_key)
  assert.ok(!(await (await tenantsResponse).text()).includes(other.public_key))
  // A request for all tenants returns only the user's own.
  const all = await mara.client
    .from('tenants')
    .select('id, name, public_key, stripe_mode, day_pass_expires_at')
    .order('created_at', { ascending: false })
  const names = (all.data as { name: string }[]).map(({ name }) => name)
  assert.equal(names[0], 'Corner Mill')
  assert.ok(!names.includes('Nils & Daughters'))
})

test('a tenant in live mode without listed sites still works here, and the screen warns about real money', async () => {
  const { error } = await operator.from('tenants').update({ stripe_mode: 'live' }).eq('id', newest.id)
  assert.ifError(error)
  await creator.goto(`${home}?mode=live&pk=${newest.public_key}`)
  await expect(frame(creator).frameLocator('iframe').getByText('Sample product')).toBeVisible()
  await expect(creator.getByText('Corner Mill is in live mode: purchases here are real.')).toBeVisible()
})

for (const [mode, address] of [
  ['mock', '**/embed/pay?sample=**'],
  ['live', '**/v1/bb.js'],
] as const)
  test(`[S2-229] [S8-080] a ${mode} preview that fails shows Preview Error, and can be retried`, async () => {
    const page = await (await studioContext(browser, instance.url, undefined)).newPage()
    await page.route(address, (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(`${home}?mode=${mode}&pk=${bakery.public_key}`)
    await expect(page.getByText('Preview Error')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Playground' })).toBeVisible()
    await page.unroute(address)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Preview Error')).toBeHidden()
    const inner = mode === 'live' ? frame(page).frameLocator('iframe') : frame(page)
    await expect(inner.getByText('Available Products')).toBeVisible()
    await page.close()
  })
