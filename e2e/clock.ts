import type { Page } from 'playwright-core'

/**
 * Stops the installed clock of a page near the current time: timers due by then have run, later ones wait for
 * `clock.runFor`. The page's time continues until the command arrives, so on a busy machine the target may
 * already have passed; then a later target is tried.
 */
export async function stopClock(page: Page): Promise<void> {
  for (const ahead of [60, 250, 1000]) {
    try {
      return await page.clock.pauseAt((await page.evaluate(() => Date.now())) + ahead)
    } catch (why) {
      if (!String(why).includes('fast-forward to the past')) throw why
    }
  }
  throw new Error('The page is slower than a second')
}
