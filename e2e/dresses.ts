// Checks a front page in every theme: axe, and horizontal scrolling.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { axeViolations } from '#testing/axe.ts'
import { fitsItsWidth } from './sideways.ts'

/**
 * Each theme, both modes, and widths from a small phone to a desktop. axe, which takes a second on a long page, checks the
 * two that differ most; e2e/every-screen.test.ts checks a third, and ui/theme/tokens.test.ts the contrast of all.
 */
const DRESSES = [
  { theme: 'clean', mode: 'light', width: 1440, axe: false },
  { theme: 'retro', mode: 'dark', width: 390, axe: true },
  { theme: 'zen', mode: 'light', width: 768, axe: true },
  { theme: 'zen', mode: 'dark', width: 360, axe: false },
] as const

/**
 * Frames are excluded: their pages are checked separately, and their landmarks do not belong to this page.
 */
const found = async (page: Page) =>
  (await axeViolations(page, { exclude: ['iframe'] })).map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`,
  )

/** Checks that axe finds nothing and nothing overflows horizontally. */
export async function inEveryTheme(page: Page): Promise<void> {
  for (const { theme, mode, width, axe } of DRESSES) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate((attributes) => Object.assign(document.documentElement.dataset, attributes), {
      theme,
      mode,
    })
    if (axe) assert.deepEqual(await found(page), [], `${theme} ${mode} ${width}`)
    await fitsItsWidth(page, `fits ${width} px`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}
