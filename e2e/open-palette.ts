import type { Locator, Page } from 'playwright-core'
import { PATIENCE, expect } from '#testing/browser.ts'

export const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Commands' })
/** The palette's search field. */
export const searchField = (page: Page): Locator => palette(page).getByRole('combobox')

/** Opens the palette with its keys, once the page handles them: it is painted shortly before. */
export async function openPalette(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(async () => {
    if (!(await palette(page).isVisible())) await page.keyboard.press('ControlOrMeta+k')
    await expect(searchField(page)).toBeFocused({ timeout: 10_000 })
  }).toPass({ timeout: PATIENCE })
}
