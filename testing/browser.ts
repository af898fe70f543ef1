import { after, afterEach } from 'node:test'
import { expect as quickExpect } from '@playwright/test'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, LaunchOptions, Page } from 'playwright-core'
import { hasRoomInMemory } from './data-folder.ts'
import { afterLastFile } from './shared-process.ts'
import { ensureTemporaryFolder } from './temporary-folder.ts'
import { chromiumOfMachine } from './unpacked-chromium.ts'

/**
 * Time limit of a step in a browser journey, in milliseconds. It is generous because a busy machine must not
 * fail a test. It is less than the minute after which screens refetch, so that a refetch cannot hide a
 * missing update.
 */
export const PATIENCE = 50_000

/** Playwright's `expect` with that time limit. */
export const expect = quickExpect.configure({ timeout: PATIENCE })

// Playwright stores browser profiles in the temporary folder.
ensureTemporaryFolder()

/**
 * Only the flags that a sandboxed machine needs. Never use the package's own flags: they turn off web
 * security.
 */
export const ARGS = ['--no-sandbox']
/** Playwright's own flag lets Chromium create its shared memory as files on disk, at a tenth of its processor time. */
const IN_MEMORY = { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }
/** Time limit of the browser's start on a busy machine. */
const LAUNCH_MS = 120_000

/** Opens a browser that the caller must close. */
export const openBrowser = async (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    ...chromiumOfMachine(),
    args: ARGS,
    timeout: LAUNCH_MS,
    ...(hasRoomInMemory() && IN_MEMORY),
    ...options,
  })

let opened: Browser | undefined

/** Characters of a page's text in the report of a failed test. */
const SHOWN_TEXT = 1_500
/** Milliseconds to wait for a page that may hang. */
const SHOW_MS = 5_000

/** How a test ended, for its hooks: Node's own types do not have it yet. */
interface EndedTest {
  passed: boolean
  error?: { cause?: unknown } | null
}

/** Adds what the open pages show to the error of a failed test: a failure elsewhere may be the only one there is. */
async function showPages(browser: Browser, { passed, error }: EndedTest): Promise<void> {
  const cause = error?.cause
  if (passed || !(cause instanceof Error)) return
  const pages = browser.contexts().flatMap((context) => context.pages())
  const texts = pages
    .flatMap((page) => page.frames())
    .map(async (frame) => {
      const text = await frame.locator('body').innerText({ timeout: SHOW_MS }).catch(String)
      return `\nThe page ${frame.url()} shows:\n${text.replaceAll(/\s*\n\s*/g, '\n').slice(0, SHOWN_TEXT)}\n`
    })
  cause.stack += (await Promise.all(texts)).join('')
}

/** Opens the browser of this process. Its contexts are closed at the end of the test file. */
export async function launchBrowser(): Promise<Browser> {
  // One that crashed in an earlier file is replaced.
  if (!opened?.isConnected()) {
    const browser = (opened = await openBrowser())
    afterLastFile(() => browser.close())
  }
  const browser = opened
  afterEach((test) => showPages(browser, test as object as EndedTest))
  after(() => Promise.all(browser.contexts().map((context) => context.close())))
  return browser
}

/**
 * Opens a page that blocks third-party cookies, as Safari and Firefox do. Chromium's flags for this have no
 * effect in the headless shell, but its developer protocol works; e2e/journey.test.ts checks that.
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
