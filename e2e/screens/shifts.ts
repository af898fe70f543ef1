import { setTimeout as sleep } from 'node:timers/promises'
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

/** Records layout shifts on every page of the context from its first frame on, and delays the page's data. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.route(DELAYED_URLS, async (route) => {
    await sleep(DELAY_MS)
    // The page may have navigated or been closed.
    await route.continue().catch(() => undefined)
  })
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
