// Checks a front page in every theme with axe, and for horizontal scrolling.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { axeViolations } from '#testing/axe.ts'
import { fitsItsWidth } from './sideways.ts'

/** Each theme, both modes, and widths from a small phone to a desktop. */
const DRESSES = [
  ['clean', 'light', 1440],
  ['retro', 'dark', 390],
  ['zen', 'light', 768],
  ['zen', 'dark', 360],
] as const

/**
 * Frames are excluded: their pages are checked separately, and their landmarks do not belong to this page.
 */
const found = async (page: Page) =>
  (await axeViolations(page, { exclude: ['iframe'] })).map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`,
  )

/** Checks that in every theme axe finds nothing and nothing overflows horizontally. */
export async function inEveryTheme(page: Page): Promise<void> {
  for (const [theme, mode, width] of DRESSES) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate((attributes) => Object.assign(document.documentElement.dataset, attributes), {
      theme,
      mode,
    })
    assert.deepEqual(await found(page), [], `${theme} ${mode} ${width}`)
    await fitsItsWidth(page, `fits ${width} px`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}
