import type { Page } from 'playwright-core'
import { expect } from '#testing/browser.ts'

/** Waits until the page does not scroll horizontally. Elements that resize by script need a moment. */
export const fitsItsWidth = (page: Page, what = 'fits its width'): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what)
    .toBeLessThanOrEqual(0)
