import type { Page } from 'playwright-core'
import { expect } from '#testing/browser.ts'

/** Closes all toasts immediately, before one that closes automatically can disappear during the click. */
export async function closeToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const close of document.querySelectorAll<HTMLElement>('.bb-toast button')) close.click()
  })
  await expect(page.locator('.bb-toast')).toHaveCount(0)
}
