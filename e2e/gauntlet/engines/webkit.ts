// WebKit (Debian's webkit2gtk-driver with WebKitGTK's MiniBrowser), driven by W3C WebDriver on a virtual
// screen.
import { By, error } from 'selenium-webdriver'
import type { WebDriver, WebElement } from 'selenium-webdriver'
import {
  BrowserHangs,
  type Engine,
  type EnginePage,
  type Surface,
  type Surroundings,
  until,
} from '../engine.ts'
import {
  NO_STORAGE,
  type WebKit,
  type WebKitParts,
  makeDesktop,
  startBrowser,
  startScreen,
} from './webkit-browser.ts'

/** Browsers that differ in settings that can only be set at start. */
const KINDS = {
  usual: { still: false, settings: [] },
  still: { still: true, settings: [] },
  forgetful: { still: false, settings: NO_STORAGE },
}

export async function startWebKit(parts: WebKitParts): Promise<Engine> {
  const screen = await startScreen(parts)
  const ends: (() => Promise<void> | void)[] = []
  const idle: Partial<Record<keyof typeof KINDS, WebKit[]>> = {}
  async function start(kind: keyof typeof KINDS): Promise<WebKit> {
    const { still, settings } = KINDS[kind]
    const desktop = makeDesktop(still)
    ends.push(() => desktop.end())
    const browser = await startBrowser(parts, screen, desktop, settings)
    ends.push(() => browser.end())
    return browser
  }
  return {
    name: 'webkit',
    // One browser per page: a driver has one browser and controls one window at a time.
    windows: 2,
    async open(around = {}) {
      const kind = around.storageBlocked ? 'forgetful' : around.reducedMotion ? 'still' : 'usual'
      const free = (idle[kind] ??= [])
      const browser = free.pop() ?? (await start(kind))
      if (around.fresh) await browser.renew()
      const { driver } = browser
      const handle = await driver.getWindowHandle()
      const page = pageOf(driver, handle, async () => {
        try {
          for (const one of await driver.getAllWindowHandles())
            if (one !== handle) await closeWindow(driver, one)
          await driver.switchTo().window(handle)
          await driver.get('about:blank')
          free.push(browser)
        } catch (why) {
          if (why instanceof BrowserHangs) await browser.kill()
          throw why
        }
      })
      await page.resize(...sizeOf(around))
      return page
    },
    async close() {
      for (const end of ends.toReversed()) await end()
      await screen.end()
    },
  }
}

const sizeOf = ({ width = 1000, height = 800, zoom = 1 }: Surroundings): [number, number] => [
  Math.round(width / zoom),
  Math.round(height / zoom),
]

async function closeWindow(driver: WebDriver, handle: string): Promise<void> {
  await driver.switchTo().window(handle)
  await driver.close()
}

/**
 * Removes `toJSON` methods that a page added to built-in prototypes, and restores them 50 ms later: a result
 * is serialized to JSON in the document shortly after the function returns.
 */
const REMOVE_TO_JSON = `
  const state = (window[Symbol.for('gauntlet')] ??= { removed: [] })
  clearTimeout(state.timer)
  for (const { prototype } of [Array, Object, String]) {
    const toJSON = Object.getOwnPropertyDescriptor(prototype, 'toJSON')
    if (toJSON) state.removed[state.removed.length] = [prototype, toJSON]
    delete prototype.toJSON
  }
  if (state.removed.length)
    state.timer = setTimeout(() => {
      while (state.removed.length) {
        const [prototype, toJSON] = state.removed.pop()
        Object.defineProperty(prototype, 'toJSON', toJSON)
      }
    }, 50)`

/** Runs a function's body in the document that the driver has selected. */
const inDocument = <T>(driver: WebDriver, body: string, ...args: unknown[]): Promise<T> =>
  driver.executeScript<T>(
    `const result = (function () { ${body} }).apply(null, arguments)
    const withoutToJSON = (given) => { ${REMOVE_TO_JSON}; return given }
    return typeof result?.then === 'function' ? result.then(withoutToJSON) : withoutToJSON(result)`,
    ...args,
  )

/** All frames of a document, including those in shadow roots. */
const FRAMES = `
  const all = (root) => [...root.querySelectorAll('*')].flatMap((el) => [
    ...(el.localName === 'iframe' ? [el] : []), ...(el.shadowRoot ? all(el.shadowRoot) : [])])
  return all(document)`

/** Scrolls a frame into view: clicks miss a hidden frame, and its content cannot scroll the outer page. */
const SCROLL_INTO_VIEW = `
  const { top, bottom } = arguments[0].getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) arguments[0].scrollIntoView()`

/** Whether a document's address contains this text, or did at an earlier check. */
const IS_PART = `
  const known = (window.wasAt ??= [])
  if (location.href.includes(arguments[0])) known.push(arguments[0])
  return known.includes(arguments[0])`

/**
 * Selects the first frame, at any depth, whose address contains this text. The driver stays in that frame.
 */
async function enter(driver: WebDriver, part: string): Promise<boolean> {
  const frames = await inDocument<WebElement[]>(driver, FRAMES)
  for (const frame of frames) {
    await inDocument(driver, SCROLL_INTO_VIEW, frame)
    await driver.switchTo().frame(frame)
    if (await inDocument<boolean>(driver, IS_PART, part)) return true
    if (await enter(driver, part)) return true
    await driver.switchTo().parentFrame()
  }
  return false
}

/** Errors recorded in the selected document and in its frames. */
async function failuresIn(driver: WebDriver): Promise<string[]> {
  const own = await inDocument<string[]>(driver, 'return (window.failures && window.failures()) || []')
  for (const frame of await inDocument<WebElement[]>(driver, FRAMES)) {
    await driver.switchTo().frame(frame)
    own.push(...(await failuresIn(driver)))
    await driver.switchTo().parentFrame()
  }
  return own
}

/** Where an element is. */
const PLACE = `
  const { x, y } = arguments[0].getBoundingClientRect()
  return Math.round(x) + ' ' + Math.round(y)`

/**
 * Clicks an element. The driver's own click misses in frames that are scrolled out of view, and it reports
 * links that wrap to a second line as not interactable.
 */
async function press(driver: WebDriver, element: WebElement): Promise<void> {
  await driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element)
  try {
    await element.click()
  } catch (why) {
    if (!(why instanceof error.ElementNotInteractableError)) throw why
    await driver.actions().move({ origin: element }).click().perform()
  }
}

/** @param select selects the document in the driver */
const surfaceOf = (driver: WebDriver, select: () => Promise<unknown>): Surface => {
  async function find(selector: string): Promise<WebElement> {
    return until(selector, async () => {
      await select()
      const element = await driver.findElement(By.css(selector))
      return (await element.isDisplayed()) && element
    })
  }
  /** Clicks once the element is twice at the same place and nothing covers it: a panel may still slide in. */
  async function click(selector: string): Promise<void> {
    let last = ''
    await until(`${selector} to be clicked`, async () => {
      // Look it up each time, because the page may have replaced it.
      const element = await find(selector)
      const now = await inDocument<string>(driver, PLACE, element)
      const still = now === last
      last = now
      if (!still) return false
      try {
        await press(driver, element)
        return true
      } catch (why) {
        if (why instanceof error.ElementClickInterceptedError) return false
        throw why
      }
    })
  }
  return {
    async run(work, ...args) {
      await select()
      return inDocument(driver, `return (${work.toString()})(...arguments)`, ...args)
    },
    click,
    async type(selector, text) {
      await click(selector)
      await driver.actions().sendKeys(text).perform()
    },
    // For a file input, the driver takes the keys as the path of a file.
    async upload(selector, path) {
      await (await find(selector)).sendKeys(path)
    },
  }
}

function pageOf(driver: WebDriver, handle: string, close: () => Promise<void>): EnginePage {
  const atTop = () => driver.switchTo().window(handle)
  const page: EnginePage = {
    ...surfaceOf(driver, atTop),
    async goto(url) {
      await atTop()
      await driver.executeScript('window.isLeft = true')
      await driver.get(url)
      await until(url, () =>
        inDocument<boolean>(driver, "return !window.isLeft && document.readyState !== 'loading'"),
      )
    },
    async back() {
      await atTop()
      await driver.navigate().back()
    },
    async frame(part) {
      const select = () =>
        until(`a frame at ${part}`, async () => {
          await atTop()
          return enter(driver, part)
        })
      await select()
      return surfaceOf(driver, select)
    },
    async opened(act) {
      const before = await driver.getAllWindowHandles()
      await atTop()
      const address = await driver.getCurrentUrl()
      await act()
      return until('a window', async () => {
        const opened = (await driver.getAllWindowHandles()).find((one) => !before.includes(one))
        if (opened) return pageOf(driver, opened, () => closeWindow(driver, opened))
        await atTop()
        return (await driver.getCurrentUrl()) !== address && page
      })
    },
    async resize(width, height) {
      await atTop()
      await driver.manage().window().setRect({ width, height })
      // The window has a border and a toolbar: add what they take from the page.
      const [w, h] = await driver.executeScript<[number, number]>('return [innerWidth, innerHeight]')
      if (w !== width || h !== height)
        await driver
          .manage()
          .window()
          .setRect({ width: 2 * width - w, height: 2 * height - h })
    },
    // WebDriver cannot read the console; the first script of each document records its errors.
    async errors() {
      await atTop()
      return failuresIn(driver)
    },
    close,
  }
  return page
}
