import type { BrowserContext, Page } from 'playwright-core'

/**
 * Maximum layout shift of a screen while it loads, as the browser scores it; users start to notice at 0.1.
 */
export const MOST_SHIFT = 0.02
/** Delay of responses, as over the internet, during which screens show their skeletons. */
const DELAY_MS = 100

interface Shift {
  value: number
  /** The elements that moved, with their old and new position. */
  moved: string[]
}
type Watching = typeof globalThis & { shifts: Shift[] }

/** All requests of screens except the token request at the start of each. */
const DELAYED_URLS = /\/(rest|functions|auth(?!\/v1\/token))\/v1\//

/**
 * Records layout shifts on every page of the context from its first frame on, and delays the page's data. The delay is
 * in the page, because Playwright turns off the browser's cache while it intercepts requests.
 */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    ({ delayed, delayMs }) => {
      const { fetch: send, setTimeout: wait } = globalThis
      globalThis.fetch = async (input, init) => {
        const url = input instanceof Request ? input.url : String(input)
        if (new RegExp(delayed).test(url)) await new Promise((resolve) => wait(resolve, delayMs))
        return send(input, init)
      }
    },
    { delayed: DELAYED_URLS.source, delayMs: DELAY_MS },
  )
  await context.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[])
        shifts.push({
          value: entry.value,
          moved: entry.sources.map(({ node, previousRect, currentRect }) => {
            const element = node instanceof Element ? node : node?.parentElement
            return `${node?.nodeName ?? '?'} of .${element?.className ?? '?'}: ${place(previousRect)} to ${place(currentRect)}`
          }),
        })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Types that lib.dom lacks. */
interface LayoutShift {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** The layout shifts since the page was opened, and their sum. */
export async function shiftsOf(page: Page): Promise<{ sum: number; shifts: Shift[] }> {
  const shifts = await page.evaluate(async () => {
    // The browser reports shifts within two frames.
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
    return (globalThis as Watching).shifts
  })
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), shifts }
}
