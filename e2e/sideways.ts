import type { Page } from 'playwright-core'
import { expect } from '#testing/browser.ts'

/** Waits until nothing of the page can be scrolled sideways: what narrows itself by script does so within a moment. */
export const fitsItsWidth = (page: Page, what = 'fits its width'): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what)
    .toBeLessThanOrEqual(0)
