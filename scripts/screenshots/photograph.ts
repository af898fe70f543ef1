import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ARGS, openBrowser } from '#testing/browser.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { THEME_IDS } from '#ui/theme/themes.ts'
import { violations } from '../../e2e/accessibility.ts'
import { dress, settled } from '../../e2e/screens/settled.ts'
import type { Shot } from '../../e2e/screens/shots.ts'
import type { Viewer, World } from '../../e2e/screens/world.ts'
import { studioContext } from '../../e2e/api.ts'

export const FOLDER = join(ROOT, 'screenshots')

/** Widths in CSS pixels: a desktop and a phone. */
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const MODES = ['light', 'dark'] as const
const VIEWERS: readonly Viewer[] = ['visitor', 'seller', 'newcomer', 'subscriber', 'staff']

export interface Picture {
  shot: string
  width: number
  theme: string
  mode: string
  file: string
}

/** A capture, with axe's violations if they were checked. */
interface Taken {
  picture: Picture
  faults: string[]
}

/** Captures each screen in each theme, mode and width. @returns the captures in the folder */
export async function photograph(
  url: string,
  world: World,
  shots: readonly Shot[],
  { check, say }: { check: boolean; say: (line: string) => void },
): Promise<Taken[]> {
  mkdirSync(FOLDER, { recursive: true })
  // Headless Chromium places letters on whole pixels by default, which makes words run together.
  const browser = await openBrowser({ args: [...ARGS, '--font-render-hinting=none'] })
  const taken: Taken[] = []
  try {
    for (const viewer of VIEWERS)
      for (const screen of SCREENS) {
        const mine = shots.filter(({ as }) => as === viewer)
        if (mine.length === 0) continue
        const page = await pageOf(browser, url, world, viewer, screen)
        for (const shot of mine) {
          taken.push(
            ...(await inEachTheme(page, url + shot.path, { shot: shot.name, width: screen.width, check })),
          )
          say(`${shot.name} ${screen.width}`)
        }
        await page.context().close()
      }
  } finally {
    await browser.close()
  }
  return taken
}

async function pageOf(
  browser: Browser,
  url: string,
  world: World,
  viewer: Viewer,
  viewport: (typeof SCREENS)[0],
) {
  const session = viewer === 'visitor' ? undefined : world.sessions[viewer]
  const touch = viewport.width < 640
  const context = await studioContext(browser, url, session, { viewport, hasTouch: touch, isMobile: touch })
  // Select the tenant with data instead of the newest one.
  await context.addInitScript((id) => sessionStorage.setItem('bb:tenant', id), world.bakery.id)
  return context.newPage()
}

/**
 * Captures a scrolling page. Chromium does not paint frames outside the window, so the window grows to
 * contain them.
 */
export async function photographWhole(page: Page, file: string): Promise<void> {
  const before = page.viewportSize()!
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: before.width, height: Math.max(height, before.height) })
  await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
  await page.setViewportSize(before)
}

/** Scrolls to the end and back, so that what loads when it is seen has loaded. */
const scrollThrough = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise(requestAnimationFrame)
    }
    scrollTo({ top: 0, behavior: 'instant' })
  })

/** Loads a page once and captures it in each theme and mode. */
async function inEachTheme(
  page: Page,
  address: string,
  { shot, width, check }: { shot: string; width: number; check: boolean },
): Promise<Taken[]> {
  await page.goto(address)
  await settled(page)
  await scrollThrough(page)
  await settled(page)
  const taken: Taken[] = []
  for (const theme of THEME_IDS)
    for (const mode of MODES) {
      await dress(page, theme, mode)
      const file = join(FOLDER, `${shot}-${width}-${theme}-${mode}.png`)
      const isPage = (await page.getByRole('dialog').count()) === 0
      if (isPage && (await page.locator('iframe').count()) > 0) await photographWhole(page, file)
      else await page.screenshot({ path: file, fullPage: isPage, animations: 'disabled' })
      const faults = check ? await violations(page) : []
      taken.push({ picture: { shot, width, theme, mode, file }, faults })
    }
  return taken
}
