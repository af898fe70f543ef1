import { after } from 'node:test'
import { expect as quickExpect } from '@playwright/test'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, LaunchOptions, Page } from 'playwright-core'
import { ensureTemporaryFolder } from './temporary-folder.ts'
import { chromiumOfMachine } from './unpacked-chromium.ts'

/**
 * Milliseconds that a step of a journey may take. What works takes no longer for it; a machine busy with other things
 * is not a fault of the product. Less than the minute after which screens look again by themselves: what is to come at
 * once must not pass by that.
 */
export const PATIENCE = 50_000

/** Playwright's, with that patience. */
export const expect = quickExpect.configure({ timeout: PATIENCE })

// Playwright keeps a browser's profile there.
ensureTemporaryFolder()

/** Only what a sandboxed machine needs. Never the package's own flags: they switch web security off. */
export const ARGS = ['--no-sandbox', '--disable-dev-shm-usage']
/** Its start may take on a machine that is busy. */
const LAUNCH_MS = 120_000

/** The caller must close it. */
export const openBrowser = async (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({ ...chromiumOfMachine(), args: ARGS, timeout: LAUNCH_MS, ...options })

/** Closed when the file that started it is done. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const browser = await openBrowser(options)
  after(() => browser.close())
  return browser
}

/**
 * Opens a page of a browser that blocks third-party cookies, as Safari and Firefox do. Chromium's switches for it do
 * nothing in its headless shell, its developer protocol does; e2e/journey.test.ts shows that it took effect.
 */
export async function strictPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.setCookieControls', {
    enableThirdPartyCookieRestriction: true,
  })
  return page
}
