import type { Page } from 'playwright-core'

/** Waits until a screen is complete: data instead of skeletons, fonts, pictures. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('.bb-skeleton, [aria-busy="true"]') === null &&
      document.fonts.status === 'loaded',
  )
}

/** Applies a theme to the open page: colors and shapes depend on two attributes of the document. */
export const dress = (page: Page, theme: string, mode: string): Promise<void> =>
  page.evaluate(
    ([newTheme, newMode]) => {
      document.documentElement.dataset.theme = newTheme
      document.documentElement.dataset.mode = newMode
    },
    [theme, mode] as const,
  )
