// Chromium, driven by Playwright as in every other browser test.
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { PATIENCE, openBrowser, strictPage } from '#testing/browser.ts'
import { type Engine, type EnginePage, type Surface, type Surroundings, until } from '../engine.ts'

export async function startChromium(): Promise<Engine> {
  const browser = await openBrowser()
  return {
    name: 'chromium',
    windows: 1,
    async open(around = {}) {
      const context = await browser.newContext({ ...viewOf(around), locale: 'en-GB' })
      context.setDefaultTimeout(PATIENCE)
      if (around.storageBlocked) await context.addInitScript(forbidStorage)
      return pageOf(context, await strictPage(context))
    },
    close: () => browser.close(),
  }
}

function viewOf({ width = 1000, height = 800, zoom = 1, reducedMotion }: Surroundings) {
  return {
    // Zooming in gives the page fewer CSS pixels, each made of more device pixels.
    viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) },
    deviceScaleFactor: zoom,
    reducedMotion: reducedMotion ? ('reduce' as const) : ('no-preference' as const),
  }
}

/**
 * Simulates "Block all cookies" in third-party frames. The headless shell has no such setting; only third-party
 * cookies are blocked for real (`strictPage`).
 */
function forbidStorage() {
  if (top === window) return
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse })
  Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} })
  Object.assign(window, { BroadcastChannel: refuse })
  Object.assign(LockManager.prototype, {
    request: () => Promise.reject(new DOMException('Access denied', 'SecurityError')),
  })
}

const surfaceOf = (frame: Frame): Surface => ({
  // As text, because Playwright passes only one argument to a function.
  run: (work, ...args) => frame.evaluate(`(${work.toString()})(...${JSON.stringify(args)})`) as never,
  click: (selector) => frame.locator(selector).first().click(),
  async type(selector, text) {
    await frame.locator(selector).first().click()
    await frame.page().keyboard.type(text)
  },
  upload: (selector, path) => frame.locator(selector).first().setInputFiles(path),
})

function pageOf(context: BrowserContext, page: Page): EnginePage {
  let errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (why) => errors.push(why.message))
  return {
    ...surfaceOf(page.mainFrame()),
    async goto(url) {
      errors = []
      await page.goto(url, { waitUntil: 'domcontentloaded' })
    },
    back: async () => void (await page.goBack()),
    async frame(part) {
      return surfaceOf(
        await until(`a frame at ${part}`, async () => page.frames().find((f) => f.url().includes(part))),
      )
    },
    async opened(act) {
      const opening = page.waitForEvent('popup')
      await act()
      return pageOf(context, await opening)
    },
    print: () => page.emulateMedia({ media: 'print' }),
    resize: (width, height) => page.setViewportSize({ width, height }),
    errors: async () => errors,
    close: () => (page.context().pages().length > 1 ? page.close() : context.close()),
  }
}
