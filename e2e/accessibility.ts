import type { Page } from 'playwright-core'
import { axeViolations } from '#testing/axe.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * What axe finds on a page as it stands, frames included: rule and first place. On a stranger's page only the frames
 * count, by WCAG's own rules: advice on how landmarks of a whole page relate is the host's business.
 */
export async function violations(page: Page, stranger = false): Promise<string[]> {
  // A screen whose code is still on its way has no heading yet; one that never gets one is for axe to tell.
  if (!stranger)
    await page
      .locator('h1')
      .first()
      .waitFor({ state: 'attached', timeout: 20_000 })
      .catch(() => {})
  // Transitions pass through colours that no person reads.
  await page.waitForTimeout(300)
  const found = await axeViolations(page, stranger ? { include: ['iframe'], tags: WCAG } : {})
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)
}
