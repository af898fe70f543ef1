import type { Page } from 'playwright-core'

/** What is wrong with the code samples of a page: names that a line break divides, and lines that are cut off. */
export const brokenNames = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lines = (element: Element) =>
      new Set(
        [...element.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
      ).size
    const names = document.querySelectorAll(
      '.bb-code :is([data-kind="tag"], [data-kind="attr"], [data-whole])',
    )
    const broken = [...names]
      .filter((name) => lines(name) > 1)
      .map(({ textContent }) => `broken: ${textContent}`)
    const cut = [...document.querySelectorAll('.bb-code pre')]
      .filter((pre) => pre.scrollWidth > pre.clientWidth)
      .map(({ textContent }) => `cut off: ${textContent.slice(0, 200)}`)
    return [...broken, ...cut]
  })
