// A front page in the looks that it may take, held to axe and to the window's width.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { axeViolations } from '#testing/axe.ts'
import { fitsItsWidth } from './sideways.ts'

/** Each theme, both modes, and widths from a small telephone to a desk. */
const DRESSES = [
  ['clean', 'light', 1440],
  ['retro', 'dark', 390],
  ['zen', 'light', 768],
  ['zen', 'dark', 360],
] as const

/** What stands in frames is looked at where it is a page of its own: its landmarks are not this page's. */
const found = async (page: Page) =>
  (await axeViolations(page, { exclude: ['iframe'] })).map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`,
  )

/** In every dress axe finds nothing, and nothing stands out at the side. */
export async function inEveryDress(page: Page): Promise<void> {
  for (const [theme, mode, width] of DRESSES) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate((dress) => Object.assign(document.documentElement.dataset, dress), { theme, mode })
    assert.deepEqual(await found(page), [], `${theme} ${mode} ${width}`)
    await fitsItsWidth(page, `fits ${width} px`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}
