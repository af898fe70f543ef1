// /try: the snippet and its blocks, for visitors and for creators with their own key.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { blockPlaces } from '#blocks/registry.ts'
import { expect, launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { keysOf, makeCreator, makeTenant, studioContext } from './api.ts'
import { PASSWORD } from './creator.ts'
import { inEveryTheme } from './dresses.ts'
import { pickOption } from './pick-option.ts'

/** The website of a visitor. */
const bakery = createServer(({ url }, response) => {
  const isSheet = url === '/site.css'
  response.writeHead(200, { 'content-type': isSheet ? 'text/css' : 'text/html' })
  if (isSheet)
    response.end('body{background:#fffaf2;color:#2c1833}.button{background:#b84412;border-radius:6px}')
  else response.end('<title>Hearth &amp; Rye</title><link rel=stylesheet href=/site.css>')
})
await new Promise<void>((done) => bakery.listen(0, '127.0.0.1', done))
after(() => bakery.close())
const bakeryUrl = `http://127.0.0.1:${(bakery.address() as AddressInfo).port}`

const instance = await testInstance({ STAFF_EMAIL_DOMAINS: 'bakehouse.test', OUTBOUND_ALLOW: bakeryUrl })
const browser = await launchBrowser()
const visitor = await (await studioContext(browser, instance.url, undefined)).newPage()
const mara = await makeCreator(keysOf(instance), { email: 'mara@hearthandrye.test', password: PASSWORD })
const creator = await (await studioContext(browser, instance.url, mara.session)).newPage()

const go = (page: Page, path: string) => page.goto(instance.url + path)
const region = (page: Page, name: string) => page.getByRole('region', { name })

test('[S1-023] [S2-007] [S2-238] [S2-239] [S9-026] /try shows the snippet, and its copy button says Copied for 1.5 s', async () => {
  await visitor.clock.install()
  await go(visitor, '/try')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Try in 60 seconds')
  const code = visitor.getByRole('figure', { name: 'your-site.html' }).locator('code')
  await expect(code).toContainText('data-block="pay"')
  await pickOption(visitor, 'Block', 'Sign-in')
  await expect(code).toContainText('data-block="auth"')
  const copy = visitor.getByRole('button', { name: 'Copy snippet' })
  // Stop the clock, so that only the page's own timer counts.
  await visitor.clock.pauseAt(Date.now() + 60_000)
  await copy.click()
  const copied = visitor.getByRole('button', { name: 'Copied', exact: true })
  await expect(copied).toBeVisible()
  assert.equal(await visitor.evaluate(() => navigator.clipboard.readText()), await code.textContent())
  await visitor.clock.runFor(1400)
  await expect(copied).toBeVisible()
  await visitor.clock.runFor(200)
  await expect(copy).toBeVisible()
  await visitor.clock.resume()
})

test('[S2-240] [S2-241] /try shows a live preview, and leads to the Connect Center, sign-in, day pass and trust', async () => {
  const preview = region(visitor, 'Live preview')
  await expect(preview.frameLocator('iframe[title="Sign-in, live"]').getByLabel('Email')).toBeVisible()
  await pickOption(visitor, 'Block', 'Products')
  const shop = preview.frameLocator('iframe[title="Products, live"]')
  await expect(shop.getByRole('button', { name: 'Purchase Now: Rye & honey loaf' })).toBeVisible()
  // The whole block is shown: its page has nothing to scroll.
  await expect
    .poll(() => shop.locator('html').evaluate((el) => el.scrollHeight - el.clientHeight))
    .toBeLessThanOrEqual(1)
  await preview.getByRole('radio', { name: 'Retro' }).check()
  await expect(visitor.getByRole('figure', { name: 'your-site.html' })).toContainText('data-theme="retro"')
  const next = visitor.getByRole('navigation', { name: 'What comes next' }).getByRole('link')
  assert.deepEqual(await next.evaluateAll((all) => all.map((link) => link.getAttribute('href'))), [
    '/studio/connect/stripe',
    '/auth?next=%2Ftry',
    '/pricing',
    '/trust',
  ])
  await inEveryTheme(visitor)
})

test('[S2-241] [S7-054] /try offers the day pass only to those who can buy one', async () => {
  const dana = await makeCreator(keysOf(instance), { email: 'dana@bakehouse.test', password: PASSWORD })
  const staff = await (await studioContext(browser, instance.url, dana.session)).newPage()
  for (const [page, name, expected] of [
    [visitor, 'Plans', 'Free, Pro and Business, side by side.'],
    [creator, 'Plans', 'Free, Pro and Business, side by side.'],
    [staff, 'Day Pass and plans', '24 hours of every feature, or a plan.'],
  ] as const) {
    const accessResponse = page === visitor ? undefined : page.waitForResponse('**/functions/v1/access')
    await go(page, '/try')
    await accessResponse
    const next = page.getByRole('navigation', { name: 'What comes next' })
    const plans = next.getByRole('link', { name })
    await expect(plans).toHaveText(name + expected)
    await expect(plans).toHaveAttribute('href', '/pricing')
    await expect(next.getByText('Day Pass')).toHaveCount(page === staff ? 1 : 0)
  }
})

test('/try without a tenant asks for one; with one it shows the real key in each form, and the real blocks', async () => {
  await go(creator, '/try')
  await expect(creator.getByRole('link', { name: 'Create Tenant' })).toHaveAttribute(
    'href',
    '/studio?dialog=create',
  )
  const { public_key } = await makeTenant(mara, 'Hearth & Rye')
  await go(creator, '/try')
  await expect(creator.getByText('Uses the key of Hearth & Rye.')).toBeVisible()
  for (const [kind, file, form] of [
    ['HTML', 'your-site.html', `data-tenant="${public_key}"`],
    ['React', 'index.html, your-component.jsx', `<bb-block tenant="${public_key}"`],
    ['WordPress', 'Custom HTML, theme footer', `<div data-bb-block="pay" data-tenant="${public_key}"`],
  ] as const) {
    await creator.getByRole('radio', { name: kind }).check()
    await expect(creator.getByRole('figure', { name: file })).toContainText(form)
  }
  const preview = region(creator, 'Live preview')
  await expect(preview.frameLocator('iframe[title=Products]').getByText('Sample product')).toBeVisible()
  await pickOption(creator, 'Block', 'Sign-in')
  await expect(preview.frameLocator('iframe[title=Sign-in]').getByLabel('Email')).toBeVisible()
  await inEveryTheme(creator)
})

test('a site’s address gives live blocks in its colors beside the three themes, and the tag with them', async () => {
  await go(visitor, '/try')
  const field = visitor.getByRole('textbox', { name: "Your site's address" })
  await visitor.getByRole('button', { name: 'See it on your site' }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription("Enter your site's address, such as yourshop.com")
  await field.fill(bakeryUrl)
  await field.press('Enter')
  await expect(
    visitor.getByRole('status').filter({ hasText: 'Found the colors of Hearth & Rye.' }),
  ).toBeAttached()
  await expect(visitor).toHaveTitle(`${new URL(bakeryUrl).host} with Bolt Blocks`)
  const stage = region(visitor, 'Hearth & Rye with Bolt Blocks')
  for (const { title } of blockPlaces) {
    const frame = stage.locator(`iframe[title="${title}, live"]`)
    await frame.scrollIntoViewIfNeeded()
    // A list has a search, figures are lines, the others have buttons.
    await expect(frame.contentFrame().locator('#bb').locator('button, input, li').first()).toBeVisible()
  }
  const buy = stage
    .frameLocator('iframe[title="Products, live"]')
    .getByRole('button', { name: /honey loaf$/ })
  const fill = () => buy.evaluate((button) => getComputedStyle(button).backgroundColor)
  assert.equal(await fill(), 'rgb(184, 68, 18)')
  const code = visitor.getByRole('figure', { name: 'your-site.html' })
  await expect(code).toContainText('data-theme="auto"')
  const looks = stage.getByRole('group', { name: 'Look of the blocks' }).getByRole('radio')
  await expect(looks).toHaveCount(4)
  await looks.first().press('ArrowRight')
  await expect.poll(fill).toBe('rgb(14, 96, 210)')
  await expect(code).not.toContainText('data-theme="auto"')
  for (const { title } of blockPlaces)
    await expect(stage.getByRole('heading', { name: title, level: 2, exact: true })).toHaveCount(1)
  await inEveryTheme(visitor)
})

test('on a phone each block has a heading, which opens it; the first is open, and the others have not loaded', async () => {
  const size = visitor.viewportSize()!
  await visitor.setViewportSize({ width: 390, height: 844 })
  await go(visitor, `/try?${new URLSearchParams({ site: bakeryUrl })}`)
  const stage = region(visitor, 'Hearth & Rye with Bolt Blocks')
  for (const { title } of blockPlaces)
    await expect(stage.getByRole('heading', { name: title, level: 2, exact: true })).toHaveCount(1)
  await expect(stage.locator('iframe')).toHaveCount(1)
  await expect(
    stage.frameLocator('iframe[title="Products, live"]').getByText('Weekly bread box'),
  ).toBeVisible()
  await stage.getByRole('heading', { name: 'Sign-in' }).click()
  await expect(stage.frameLocator('iframe[title="Sign-in, live"]').getByLabel('Email')).toBeVisible()
  await stage.getByRole('heading', { name: 'Products' }).click()
  await expect(stage.locator('iframe')).toHaveCount(1)
  await visitor.setViewportSize(size)
})

test('an address that cannot be read gets a sentence and a way on', async () => {
  for (const [site, text] of [
    ['http://10.0.0.1/', /^This site could not be read/],
    ['nothing here', 'Enter a web address such as https://shop.example'],
  ] as const) {
    await go(visitor, `/try?${new URLSearchParams({ site })}`)
    await expect(visitor.getByRole('alert').getByText(text)).toBeVisible()
    await expect(visitor.getByRole('textbox', { name: "Your site's address" })).toHaveValue(site)
    await expect(region(visitor, 'Live preview')).toBeVisible()
  }
  await inEveryTheme(visitor)
  await visitor.getByRole('link', { name: 'see the blocks in our own themes' }).click()
  await expect(visitor).toHaveURL(`${instance.url}/try`)
})

test('a tenant’s card draws its first listed site in its own colors, without a request from the browser to it', async () => {
  const requested: string[] = []
  creator.on('request', (request) => requested.push(new URL(request.url()).origin))
  const tenants = mara.client.from('tenants')
  await go(creator, '/studio')
  const card = creator.getByRole('listitem', { name: 'Hearth & Rye' })
  await card.scrollIntoViewIfNeeded()
  const fills = () =>
    card
      .locator('svg[viewBox="0 0 256 160"] rect')
      .evaluateAll((shapes) => shapes.map((shape) => getComputedStyle(shape).fill))
  await expect.poll(fills).toContain('rgb(14, 96, 210)')
  const { height } = (await card.boundingBox())!
  assert.ifError((await tenants.update({ allowed_origins: [bakeryUrl] }).eq('name', 'Hearth & Rye')).error)
  await creator.reload()
  await card.scrollIntoViewIfNeeded()
  await expect(card.getByText(new URL(bakeryUrl).host)).toBeVisible()
  await expect.poll(fills).toContain('rgb(255, 250, 242)')
  assert.ok((await fills()).includes('rgb(184, 68, 18)'), 'the buttons have its accent')
  assert.equal((await card.boundingBox())!.height, height)
  assert.deepEqual([...new Set(requested)], [instance.url])
})
