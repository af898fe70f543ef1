import type { Page } from 'playwright-core'
import { expect } from '#testing/browser.ts'

/** Closes what is shown, at once: an error that goes by itself, as on the way to another screen, is no longer to be pressed. */
export async function closeToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const close of document.querySelectorAll<HTMLElement>('.bb-toast button')) close.click()
  })
  await expect(page.locator('.bb-toast')).toHaveCount(0)
}
