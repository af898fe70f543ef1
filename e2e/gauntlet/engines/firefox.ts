// Firefox (Debian's firefox-esr), driven by WebDriver BiDi.
import puppeteer from 'puppeteer-core'
import type { Browser, ElementHandle, Frame, Page } from 'puppeteer-core'
import { PATIENCE } from '#testing/browser.ts'
import { type Engine, type EnginePage, type Surface, type Surroundings, until } from '../engine.ts'

/** Settings that Firefox reads when it starts. */
const PREFERENCES = {
  'intl.accept_languages': 'en-GB',
  // Allow only windows that a click opens.
  'dom.disable_open_during_load': true,
}
/** Browsers that differ in settings. `strict`: third-party frames get no storage, and motion is reduced. */
const KINDS = {
  usual: PREFERENCES,
  strict: { ...PREFERENCES, 'network.cookie.cookieBehavior': 1, 'ui.prefersReducedMotion': 1 },
}

export async function startFirefox(executablePath: string): Promise<Engine> {
  const started: Browser[] = []
  const idle: Partial<Record<keyof typeof KINDS, Browser[]>> = {}
  async function start(kind: keyof typeof KINDS): Promise<Browser> {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      timeout: 4 * PATIENCE,
      extraPrefsFirefox: KINDS[kind],
    })
    started.push(browser)
    return browser
  }
  return {
    name: 'firefox',
    // One browser per page: keys go to the page in front, and each browser has only one.
    windows: 2,
    async open(around = {}) {
      const kind = around.storageBlocked || around.reducedMotion ? 'strict' : 'usual'
      const free = (idle[kind] ??= [])
      const browser = free.pop() ?? (await start(kind))
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport(viewOf(around))
      return pageOf(page, async () => {
        await context.close()
        free.push(browser)
      })
    },
    async close() {
      for (const browser of started) await browser.close()
    },
  }
}

const viewOf = ({ width = 1000, height = 800, zoom = 1 }: Surroundings) => ({
  width: Math.round(width / zoom),
  height: Math.round(height / zoom),
  deviceScaleFactor: zoom,
})

const surfaceOf = (frame: Frame): Surface => ({
  run: (work, ...args) => frame.evaluate(work as (...given: unknown[]) => unknown, ...args) as never,
  async click(selector) {
    await frame.waitForSelector(selector, { visible: true, timeout: PATIENCE })
    await (await settled(frame, selector)).click()
  },
  async type(selector, text) {
    const element = await frame.waitForSelector(selector, { visible: true, timeout: PATIENCE })
    await element!.type(text)
  },
  async upload(selector, path) {
    await frame.waitForSelector(selector, { visible: true, timeout: PATIENCE })
    const element = await settled(frame, selector)
    await (element as ElementHandle<HTMLInputElement>).uploadFile(path)
  },
})

/**
 * Waits until an element is twice at the same place of the page, with nothing over it. A click goes to the place where the element was: while a
 * block changes its height, scrolls the page or renders again, it would miss. A visitor waits too.
 */
async function settled(frame: Frame, selector: string): Promise<ElementHandle> {
  let last = ''
  return until(`${selector} to stay in its place`, async () => {
    // Look it up each time, because the block may have replaced it.
    const element = await frame.$(selector)
    if (!element) return undefined
    await element.scrollIntoView()
    if (!(await element.evaluate(isOnTop))) return undefined
    const { x, y } = await element.clickablePoint()
    const now = `${Math.round(x)} ${Math.round(y)}`
    const still = now === last
    last = now
    return still && element
  })
}

/** Whether the middle of an element is not covered, as by a toast. Runs in the document. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getClientRects()[0]!
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

function pageOf(page: Page, end: () => Promise<void>): EnginePage {
  let errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (why) => errors.push(String(why)))
  const top = () => surfaceOf(page.mainFrame())
  return {
    run: (...call) => top().run(...call),
    click: (selector) => top().click(selector),
    type: (selector, text) => top().type(selector, text),
    upload: (selector, path) => top().upload(selector, path),
    async goto(url) {
      errors = []
      await page.goto(url, { waitUntil: 'domcontentloaded', timeout: PATIENCE })
    },
    back: async () => void (await page.goBack()),
    async frame(part) {
      return surfaceOf(
        await until(`a frame at ${part}`, async () => page.frames().find((f) => f.url().includes(part))),
      )
    },
    async opened(act) {
      const pages = () => page.browserContext().pages()
      const before = new Set(await pages())
      await act()
      const window = await until('a window', async () => (await pages()).find((one) => !before.has(one)))
      return pageOf(window, () => window.close())
    },
    resize: (width, height) => page.setViewport({ width, height }),
    errors: async () => errors,
    close: end,
  }
}
