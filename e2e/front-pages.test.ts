// The pages for visitors who are not signed in: the front page, /trust, and their footer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { PAGE_HEADS } from '#features/marketing/page-heads.ts'
import { blockPlaces, blocks } from '#blocks/registry.ts'
import { lacks } from '#studio/plan/plan-features.ts'
import { expect, launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { studioContext } from './api.ts'
import { inEveryTheme } from './dresses.ts'
import { pickOption, pickerOf } from './pick-option.ts'

const instance = await testInstance({
  CONTACT_EMAIL: 'hello@blocks.example',
  SECURITY_EMAIL: 'security@blocks.example',
})
const browser = await launchBrowser()
const visitor = await (await studioContext(browser, instance.url, undefined)).newPage()

const go = (page: Page, path: string) => page.goto(instance.url + path)
const region = (page: Page, name: string) => page.getByRole('region', { name })

test('[S2-002] [S2-003] [S2-004] [S2-005] [S2-006] the front page has a hero, four features, three steps, the plans and a footer', async () => {
  await go(visitor, '/')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
    'Sign-in and payments for the site you already have',
  )
  const features = region(visitor, 'What one tag brings').getByRole('heading', { level: 3 })
  await expect(features).toHaveText(['Instant Auth', 'Smart Database', 'Easy Payments', 'Simple Embed'])
  const steps = region(visitor, 'Live in three steps').getByRole('heading', { level: 3 })
  await expect(steps).toHaveText(['Connect', 'Copy the script', 'Launch and get paid'])
  await expect(region(visitor, 'Pricing').getByRole('heading', { level: 3 })).toHaveText([
    'Free',
    'Pro',
    'Business',
  ])
  await expect(
    visitor.getByRole('contentinfo').getByText('Blocks for sites that already exist.'),
  ).toBeVisible()
})

test('the front page marks features that are in development', async () => {
  const card = region(visitor, 'What one tag brings')
  await expect(card.getByText('In development: your own tables and forms')).toHaveCount(
    lacks(['form'], Object.keys(blocks)) ? 1 : 0,
  )
})

test('[S1-012] [S1-013] the plans list what all of them include', async () => {
  await expect(region(visitor, 'Pricing')).toContainText(
    'All plans include hosting, SSL and a global CDN. No setup fees.',
  )
})

test('the block in the picture is real: it applies the chosen theme and says what a click would do', async () => {
  const figure = visitor.getByRole('figure', { name: "A bakery's own website with the Pay Block on it" })
  const card = figure.getByRole('listitem').filter({ hasText: 'Weekly bread box' })
  const themeOf = () => card.evaluate((one) => one.closest<HTMLElement>('[data-theme]')!.dataset.theme)
  assert.equal(await themeOf(), 'retro')
  await figure.getByRole('radio', { name: 'Zen' }).check()
  await expect.poll(themeOf).toBe('zen')
  await expect(figure.getByText('data-theme="zen"')).toBeVisible()
  await card.getByRole('button', { name: 'Purchase Now: Weekly bread box' }).click()
  await expect(figure.getByText('Checkout for Weekly bread box')).toBeVisible()
  await expect(figure.getByText('Payments go to your own Stripe account.', { exact: false })).toBeVisible()
})

test('every block of the registry is live on the front page, with its tag', async () => {
  const section = region(visitor, 'Every block, live')
  await section.scrollIntoViewIfNeeded()
  const { options, select } = await pickerOf(section, 'Block')
  await expect(select ? select.locator('option') : options.getByRole('radio')).toHaveCount(blockPlaces.length)
  for (const { name, title } of blockPlaces) {
    await pickOption(section, 'Block', title)
    const frame = section.frameLocator(`iframe[title="${title}, live"]`)
    // A list has a search, figures are lines, the others have buttons.
    await expect(frame.locator('#bb').locator('button, input, li').first()).toBeVisible()
    await expect(section.getByText(`data-block="${name}"`)).toBeVisible()
  }
})

test('the front page leads to blocks in the colors of the visitor’s site', async () => {
  await visitor.getByRole('button', { name: 'See it on your site' }).click()
  const field = visitor.getByRole('textbox', { name: "Your site's address" })
  await expect(field).toBeFocused()
  const before = visitor.viewportSize()!
  await visitor.setViewportSize({ width: 390, height: 844 })
  assert.ok((await field.boundingBox())!.height >= 44, 'as tall as a finger on a phone')
  await visitor.setViewportSize(before)
  await field.fill('not a site')
  await field.press('Enter')
  await expect(visitor).toHaveURL(`${instance.url}/try?site=not+a+site`)
  await go(visitor, '/')
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the front page in every theme', () => inEveryTheme(visitor))

test('every link of the footer leads to a screen', async () => {
  const footer = visitor.getByRole('contentinfo')
  const links = await footer.getByRole('link').evaluateAll((all) => all.map((a) => a.getAttribute('href')!))
  assert.ok(links.length >= 5, String(links))
  for (const path of links) {
    await go(visitor, path)
    await expect(visitor.getByRole('heading').first()).toBeVisible()
    await expect(visitor.getByRole('heading', { name: 'Oops! Page not found' })).toHaveCount(0)
  }
})

test('[S1-022] [S2-008] [S2-242] [S2-243] [S2-244] [S2-245] [S2-246] [S2-247] [S6-023] /trust explains and draws how payments, users, secrets and data are handled, and whom to contact', async () => {
  await go(visitor, '/trust')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Trust and security')
  await expect(visitor.getByRole('heading', { level: 2 })).toHaveText([
    'Data flow',
    'Payments',
    'Auth and database',
    'Secrets and logging',
    'Data stored',
    'Where data lives',
    'Contact',
    'Product',
    'Security',
    'Studio',
  ])
  const drawing = visitor.getByRole('img', { name: /^Data flow diagram/ })
  await expect(drawing).toBeVisible()
  for (const place of ['Your page', 'Bolt Blocks', 'PostgreSQL', 'Stripe', 'Your account'])
    await expect(drawing.getByText(place, { exact: true })).toBeVisible()
  await expect(region(visitor, 'Auth and database')).toContainText(
    'Row-level security per tenant and user, on every table.',
  )
  await expect(region(visitor, 'Data stored').getByRole('row')).toHaveCount(8)
  await expect(region(visitor, 'Where data lives')).toContainText(new URL(instance.url).host)
  const contact = region(visitor, 'Contact').getByRole('link')
  assert.deepEqual(await contact.evaluateAll((all) => all.map((link) => link.getAttribute('href'))), [
    'mailto:security@blocks.example',
    'mailto:hello@blocks.example',
    '/.well-known/security.txt',
  ])
  assert.equal((await visitor.request.get(`${instance.url}/.well-known/security.txt`)).status(), 200)
  await inEveryTheme(visitor)
})

test('the document title is the server’s, before and after the scripts ran', async () => {
  for (const path of ['/', '/try', '/trust', '/pricing', '/trust-check', '/playground']) {
    const head = PAGE_HEADS[path]!
    const response = await go(visitor, path)
    assert.ok((await response!.text()).includes(`<title>${head.title}</title>`), path)
    await expect(visitor.getByRole('heading').first()).toBeVisible()
    await expect(visitor).toHaveTitle(head.title)
  }
})
