// The first minute, with the keyboard alone: from the front door to a block that works on another site.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { PATIENCE, expect, launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { serveDemoSite } from '../scripts/demo/site.ts'
import { PASSWORD } from './creator.ts'
import { keysOf, makeCreator } from './api.ts'
import { block } from './visitor.ts'

let snippet = ''
const instance = await testInstance({}, { fromNothing: true })
const site = await serveDemoSite({ port: 0, snippet: () => snippet, scriptOrigin: instance.url })
after(() => site.stop())
const browser = await launchBrowser()
const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
  reducedMotion: 'reduce',
})
context.setDefaultTimeout(PATIENCE)

/** More controls than any screen has on the way. */
const MOST_STEPS = 80

/** Walks with Tab (or back) until the control has the focus, which has to be visible then. */
async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible()
  for (let step = 0; step < MOST_STEPS; step++) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      const outline = await control.evaluate((element) => getComputedStyle(element).outlineStyle)
      assert.notEqual(outline, 'none', 'the focus can be seen')
      return
    }
    await page.keyboard.press(key)
  }
  assert.fail(`${key} does not reach ${String(control)}`)
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.type(text)
}

/** The most clicks that it may take from the landing page to the copied embed code, with those in the email. */
const MOST_CLICKS = 8

test('a new creator signs up, makes a tenant and copies a tag that works, by keyboard, in few clicks', async () => {
  let clicks = 0
  const page = await context.newPage()
  await page.goto(instance.url)
  const main = page.getByRole('main')
  async function click(control: Locator): Promise<void> {
    clicks++
    await press(page, control)
  }
  /** Enter in a form counts as a click on its button. */
  async function submit(): Promise<void> {
    clicks++
    await page.keyboard.press('Enter')
  }
  await click(main.getByRole('link', { name: 'Get Started' }).first())
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible()
  await type(page, page.getByLabel('Email'), 'mara@hearthandrye.test')
  await type(page, page.getByLabel('Password', { exact: true }), PASSWORD)
  await submit()
  await expect(page.getByText('Please check your email for verification link.')).toBeVisible()

  const mail = await instance.mailTo('mara@hearthandrye.test')
  clicks++
  await page.goto(mail.links[0]!)
  await click(page.getByRole('button', { name: 'Confirm your email' }))

  // On the Free plan, without the pricing page, and at the form that a newcomer needs.
  await page.waitForURL('**/bolt/studio/onboarding?step=2')
  await expect(page.getByLabel('Tenant Name')).toBeFocused()
  await expect(page.getByText('My Plan')).toBeVisible()
  await expect(page.getByRole('link', { name: /My Plan/ })).toContainText('Free')
  await page.keyboard.type('Hearth & Rye')
  await submit()
  await expect(page.getByRole('heading', { name: 'Hearth & Rye is ready' })).toBeFocused()
  await expect(main.getByText('on sale as soon as payments are connected')).toBeVisible()
  await click(page.getByRole('button', { name: 'Copy Embed Code' }))
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`)
  // The live sample opens beside the wizard, which keeps the code.
  await expect(main.getByRole('link', { name: 'See it live' })).toHaveAttribute('target', '_blank')
  await type(page, page.getByLabel('Site address'), site.origin)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Sites' }).getByText(site.origin)).toBeVisible()
  snippet = await page.evaluate(() => navigator.clipboard.readText())

  const visitor = await context.newPage()
  await visitor.goto(site.origin)
  await expect(block(visitor, 'pay').getByText('Sample product')).toBeVisible()
  await expect(block(visitor, 'auth').getByRole('button', { name: 'Sign In' })).toBeVisible()

  // Back into the navigation, and through it with the arrows.
  const nav = page.getByRole('navigation', { name: 'Main' })
  await tabTo(page, nav.getByRole('link', { name: 'Home' }), 'Shift+Tab')
  await page.keyboard.press('End')
  await expect(nav.getByRole('link', { name: 'Tenants' })).toBeFocused()
})

test('a typed code leads a new account to its first tenant, and a known one to where it was going', async () => {
  async function typeCode(page: Page, email: string) {
    const code = page.getByLabel('Code')
    await expect(code).toBeVisible()
    const { text } = await instance.mailTo(email)
    await code.fill(/\b\d{6}\b/.exec(text)![0])
  }
  const known = await makeCreator(keysOf(instance), { email: 'olga@cornermill.test', password: PASSWORD })
  const email = 'ida@cornermill.test'
  let page = await (await browser.newContext()).newPage()
  await page.goto(`${instance.url}/auth?next=/bolt/studio&mode=sign-up`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await typeCode(page, email)
  await page.waitForURL('**/bolt/studio/onboarding?step=2')
  await expect(page.getByRole('link', { name: /My Plan/ })).toContainText('Free')

  page = await (await browser.newContext()).newPage()
  await page.goto(`${instance.url}/auth?mode=code&next=/studio`)
  await page.getByLabel('Email').fill(known.session.user.email!)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await typeCode(page, known.session.user.email!)
  await page.waitForURL((url) => url.pathname === '/studio')
})
