// The first minute, with the keyboard only: from the landing page to a block that works on another site.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { PATIENCE, expect, launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { serveDemoSite } from '../scripts/demo/site.ts'
import { PASSWORD } from './creator.ts'
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

/** More controls than any of these screens has. */
const MOST_STEPS = 80

/** Presses Tab or Shift+Tab until the control has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible()
  for (let step = 0; step < MOST_STEPS; step++) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      const outline = await control.evaluate((element) => getComputedStyle(element).outlineStyle)
      assert.notEqual(outline, 'none', 'the focus is visible')
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

test('a new creator signs up, fills in the profile, takes the Free plan, makes a tenant and copies a working tag, by keyboard', async () => {
  const page = await context.newPage()
  await page.goto(`${instance.url}/bolt`)
  const main = page.getByRole('main')
  await press(page, main.getByRole('link', { name: 'Get Started' }))
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible()
  await type(page, page.getByLabel('Email'), 'mara@hearthandrye.test')
  await type(page, page.getByLabel('Password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please check your email for verification link.')).toBeVisible()

  const message = await instance.mailTo('mara@hearthandrye.test')
  await page.goto(message.links[0]!)
  await press(page, page.getByRole('button', { name: 'Confirm your email' }))
  await page.waitForURL('**/bolt/onboarding')
  await type(page, page.getByLabel('Display Name'), 'Mara')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/bolt/pricing')
  await press(page, page.getByRole('button', { name: 'Continue Free' }))
  await page.waitForURL('**/bolt/dashboard')

  // Go back to the navigation and through it with the arrow keys.
  const nav = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await tabTo(page, nav.getByRole('link', { name: 'Home' }), 'Shift+Tab')
  await page.keyboard.press('End')
  await expect(nav.getByRole('link', { name: 'Tenants' })).toBeFocused()
  await page.keyboard.press('Enter')
  const guide = main.getByRole('link', { name: 'Guide me' })
  const getStarted = main.getByRole('button', { name: 'Get Started' })
  await expect(guide.or(getStarted)).toBeVisible()
  if (await guide.isVisible()) await press(page, guide)
  await press(page, getStarted)

  await expect(page.getByLabel('Tenant Name')).toBeFocused()
  await page.keyboard.type('Hearth & Rye')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Hearth & Rye is ready' })).toBeFocused()
  await expect(main.getByText('on sale as soon as payments are connected')).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Copy Embed Code' }))
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  await type(page, page.getByLabel('Site address'), site.origin)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Sites' }).getByText(site.origin)).toBeVisible()
  snippet = await page.evaluate(() => navigator.clipboard.readText())

  const visitor = await context.newPage()
  await visitor.goto(site.origin)
  await expect(block(visitor, 'pay').getByText('Sample product')).toBeVisible()
  await expect(block(visitor, 'auth').getByRole('button', { name: 'Sign In' })).toBeVisible()
})
