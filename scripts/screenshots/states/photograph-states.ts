// npm run screenshots states: captures the states of the blocks (scenes.ts), in each theme on a light and a
// dark page, on a phone and a desktop.
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ARGS, openBrowser } from '#testing/browser.ts'
import { THEME_VARIANTS } from '#kernel/browser/theme-variants.ts'
import type { Keys } from '../../../e2e/api.ts'
import { violations } from '../../../e2e/accessibility.ts'
import { FOLDER, photographWhole } from '../photograph.ts'
import { sheet } from '../sheets.ts'
import { type Scene, type SceneWorld, scenesOf } from './scenes.ts'
import { makeShops } from './shops.ts'

const GROUNDS = { light: '#ffffff', dark: '#101216' } as const
const WIDTHS = [900, 390]
/** A host name that tenants do not allow by default, unlike localhost in test mode. */
const UNLISTED = 'stranger.example'

export interface StatesWorld extends Pick<SceneWorld, 'url' | 'bakery' | 'member'> {
  keys: Keys
  /** Adds a site to the bakery's list. */
  allow: (origin: string) => Promise<void>
  /** Names of scenes; empty for all. */
  only: readonly string[]
  /** Whether to run axe. */
  check: boolean
  say: (line: string) => void
}

/**
 * Captures all scenes, with a sheet for each scene and width.
 * @returns number of captures, and axe's violations
 */
export async function photographStates(world: StatesWorld): Promise<{ count: number; faults: string[] }> {
  mkdirSync(FOLDER, { recursive: true })
  const scenes = new Map<string, Scene>()
  const server = createServer((request, response) => {
    const scene = scenes.get((request.url ?? '').slice(1))
    response.writeHead(scene ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(scene ? pageOf(scene, world.url) : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const site = `http://states.localhost:${port}`
  const browser = await openBrowser({
    args: [...ARGS, '--font-render-hinting=none', `--host-resolver-rules=MAP ${UNLISTED} 127.0.0.1`],
  })
  let count = 0
  const faults: string[] = []
  try {
    await world.allow(site)
    const { url, bakery, member } = world
    const shops = await makeShops(world.keys, site)
    for (const scene of scenesOf({ ...shops, url, bakery, member })) scenes.set(scene.name, scene)
    for (const scene of scenes.values()) {
      if (world.only.length && !world.only.some((name) => scene.name.startsWith(name))) continue
      const address = `${scene.unlisted ? `http://${UNLISTED}:${port}` : site}/${scene.name}`
      for (const width of WIDTHS)
        try {
          const taken = await inEachTheme(browser, { scene, address, width, check: world.check })
          count += taken.files.length
          faults.push(...taken.faults)
        } catch (why) {
          faults.push(`${scene.name} ${width}: ${why instanceof Error ? why.message : String(why)}`)
        }
      world.say(scene.name)
    }
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
  return { count, faults }
}

const pageOf = ({ tags, lang = 'en' }: Scene, url: string) => `<!doctype html>
<html lang="${lang}"${lang === 'ar' ? ' dir="rtl"' : ''}>
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width,initial-scale=1" />
  <title>States</title>
  <body style="margin:24px 16px;font:16px/1.5 Georgia,serif;color:light-dark(#222,#ddd)">
    <h1 style="margin:0 0 16px">Host page</h1>
    ${tags.map((tag) => `<div style="margin-bottom:32px">${scriptOf(tag, url)}</div>`).join('\n')}
  </body>
</html>`

function scriptOf(tag: Record<string, string>, url: string): string {
  const all = Object.entries(tag).map(([name, value]) => `data-${name}="${value}"`)
  return `<script async src="${url}/v1/bb.js" ${all.join(' ')}></script>`
}

interface Sitting {
  scene: Scene
  address: string
  width: number
  check: boolean
}

/** Opens a scene once and captures it in each theme and mode. */
async function inEachTheme(browser: Browser, { scene, address, width, check }: Sitting) {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    hasTouch: width < 640,
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const files: string[] = []
  const faults: string[] = []
  try {
    await scene.before?.(page)
    await page.goto(address)
    if (!scene.fails) await waitForBlocks(page)
    await scene.act?.(page)
    for (const theme of THEME_VARIANTS)
      for (const mode of ['light', 'dark'] as const) {
        if (scene.alone) await openInTheme(page, theme, mode)
        else await applyTheme(page, theme, mode, !scene.fails)
        const file = join(FOLDER, `state-${scene.name}-${width}-${theme}-${mode}.png`)
        await photographWhole(page, file)
        files.push(file)
        if (!check) continue
        // The frame of a refused block does not learn the page's background, so the browser paints it opaque.
        if (!scene.fails) await setFrameBackground(page, GROUNDS[mode])
        for (const fault of await violations(page, !scene.alone))
          faults.push(`${scene.name} ${width} ${theme} ${mode}: ${fault}`)
        await setFrameBackground(page, '')
      }
  } finally {
    await context.close()
  }
  const look = width < 640 ? { columns: 6, cell: 390, tall: 2600 } : { columns: 3, cell: 640, tall: 2000 }
  await sheet(files, look, join(FOLDER, `sheet-state-${scene.name}-${width}.png`))
  return { files, faults }
}

/** Sets the background inside the frames: they are transparent, and axe assumes white behind their text. */
async function setFrameBackground(page: Page, color: string): Promise<void> {
  for (const frame of page.frames())
    await frame.evaluate((ground) => {
      document.documentElement.style.backgroundColor = ground
    }, color)
}

/** Waits until every block is shown, or an error in its place. */
async function waitForBlocks(page: Page): Promise<void> {
  for (const frame of await page.locator('iframe').all()) {
    await frame.scrollIntoViewIfNeeded()
    if (await frame.isVisible())
      await frame.contentFrame().locator('.bb-powered').waitFor({ state: 'attached' })
  }
  await page.evaluate(() => scrollTo(0, 0))
}

/** Opens one of our own pages again in a theme, with the same session and data. */
async function openInTheme(page: Page, theme: string, mode: 'light' | 'dark'): Promise<void> {
  const address = new URL(page.url())
  address.searchParams.set('theme', theme)
  address.searchParams.set('mode', mode)
  await page.goto(address.href)
  await page.locator('.bb-card button').first().waitFor()
}

/** Changes the theme and the page's background, and waits until the blocks have adapted. */
async function applyTheme(
  page: Page,
  theme: string,
  mode: 'light' | 'dark',
  follows: boolean,
): Promise<void> {
  await page.evaluate(
    ([name, scheme, ground]) => {
      document.documentElement.style.colorScheme = scheme
      document.body.style.background = ground
      ;(window as unknown as { bb: (...all: string[]) => void }).bb('theme', name)
    },
    [theme, mode, GROUNDS[mode]] as const,
  )
  if (follows)
    for (const frame of await page.locator('iframe').all())
      if (await frame.isVisible())
        await frame.contentFrame().locator(`html[data-theme=${theme}][data-mode=${mode}]`).waitFor()
  // Another theme's fonts change the heights of the blocks.
  await page.waitForTimeout(250)
}
