import type { Page } from 'playwright-core'

/** Waits until a screen shows what it came to show: data in the place of skeletons, fonts, pictures. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('.bb-skeleton, [aria-busy="true"]') === null &&
      document.fonts.status === 'loaded',
  )
}

/** Dresses the page as it stands: colours and shapes come from two attributes of the document. */
export const dress = (page: Page, theme: string, mode: string): Promise<void> =>
  page.evaluate(
    ([newTheme, newMode]) => {
      document.documentElement.dataset.theme = newTheme
      document.documentElement.dataset.mode = newMode
    },
    [theme, mode] as const,
  )
