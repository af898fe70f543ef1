import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'

/** The most that a screen may move while it comes, as the browser weighs it; people begin to notice at 0.1. */
export const MOST_SHIFT = 0.02
/** As an answer takes over the internet: screens stand with their skeletons for a moment. */
const DELAY_MS = 100

interface Shift {
  value: number
  /** What moved, from where to where. */
  moved: string[]
}
type Watching = typeof globalThis & { shifts: Shift[] }

/** All that screens ask for, but not the tokens that each of them begins with. */
const ANSWERS = /\/(rest|functions|auth(?!\/v1\/token))\/v1\//

/** Keeps what moves on every page of the context, from its first frame on, and has its data come a little late. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.route(ANSWERS, async (route) => {
    await sleep(DELAY_MS)
    // The page may have gone on, or been closed.
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

/** What lib.dom does not know yet. */
interface LayoutShift {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** What has moved since the page was opened, and how much in all. */
export async function shiftsOf(page: Page): Promise<{ sum: number; shifts: Shift[] }> {
  const shifts = await page.evaluate(async () => {
    // Two frames later the browser has told of what moved.
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
    return (globalThis as Watching).shifts
  })
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), shifts }
}
