import type { Page } from 'playwright-core'
import { axeViolations } from '#testing/axe.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Returns axe's findings on a page and its frames: rule and first place. On a third-party page only the
 * frames count, and only WCAG's own rules apply: best practices for the landmarks of a whole page are the
 * host's responsibility.
 */
export async function violations(page: Page, thirdParty = false): Promise<string[]> {
  // Wait for the heading of a screen whose code is still loading. If it never appears, axe reports it.
  if (!thirdParty)
    await page
      .locator('h1')
      .first()
      .waitFor({ state: 'attached', timeout: 20_000 })
      .catch(() => {})
  // Colors during a transition are not what users read.
  await page.waitForTimeout(300)
  const found = await axeViolations(page, thirdParty ? { include: ['iframe'], tags: WCAG } : {})
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)
}
