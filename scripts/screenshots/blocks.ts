// npm run screenshots -- blocks: captures each block in each theme on three very different host pages, on a
// phone and a desktop. Each page has a default mode, light or dark; `bb('theme')` switches it to the other
// one, as a page's own switch would.
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { blockPlaces } from '#blocks/registry.ts'
import { ARGS, openBrowser } from '#testing/browser.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { THEME_VARIANTS } from '#kernel/browser/theme-variants.ts'
import { FOLDER, photographWhole } from './photograph.ts'
import { sheet } from './sheets.ts'

const HOSTS = ['bakery', 'developer-tool', 'club'] as const
/** The blocks to insert at the host pages' marks. A block without a mark is added at the end of the page. */
const BLOCKS = [...blockPlaces.map(({ name }) => name), 'my-block']
const MODES = ['light', 'dark'] as const
const SCREENS = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]

/** The captures in docs/blocks.webp: host, width, theme and mode. */
const DOCUMENTED = ['bakery-1280-retro-light', 'club-1280-clean-light', 'developer-tool-1280-zen-dark']

/** Custom themes, which are captured on the bakery's page in addition to the standard themes. */
const OWN_LOOKS: Record<string, object> = {
  yellow: { accent: '#ffeb3b', radius: 0, font: 'slab' },
  navy: { accent: '#102a5c', radius: 24, font: 'serif' },
}

export interface BlockWorld {
  /** Origin of the instance. */
  url: string
  publicKey: string
  /** A block from My Blocks. */
  blockId: string
  /** Adds a site to the tenant's list. */
  allow: (origin: string) => Promise<void>
  say: (line: string) => void
}

/** The host page with tags at its marks. */
function pageOf(host: string, theme: string, { url, publicKey, blockId }: BlockWorld): string {
  const html = readFileSync(join(import.meta.dirname, 'hosts', `${host}.html`), 'utf8')
  const markOf = (block: string) => `<!--${block}-->`
  const tagOf = (block: string) => {
    const id = block === 'my-block' ? ` data-id="${blockId}"` : ''
    return `<script async src="${url}/v1/bb.js" data-tenant="${publicKey}" data-block="${block}"${id} data-theme="${theme}"></script>`
  }
  const unmarked = BLOCKS.filter((block) => !html.includes(markOf(block))).map(tagOf)
  return BLOCKS.reduce((page, block) => page.replaceAll(markOf(block), tagOf(block)), html).replace(
    '</body>',
    `${unmarked.join('')}</body>`,
  )
}

/** Captures all blocks, with a sheet for each host. @returns number of captures */
export async function photographBlocks(world: BlockWorld): Promise<number> {
  mkdirSync(FOLDER, { recursive: true })
  const server = createServer((request, response) => {
    const [, host = '', theme = ''] = /^\/([a-z-]+)\/([a-z]+)$/.exec(request.url ?? '') ?? []
    const known = HOSTS.find((one) => one === host)
    response.writeHead(known ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(known ? pageOf(known, theme, world) : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const site = `http://hosts.localhost:${(server.address() as AddressInfo).port}`
  const browser = await openBrowser({ args: [...ARGS, '--font-render-hinting=none'] })
  const files: Record<string, string[]> = {}
  try {
    await world.allow(site)
    for (const viewport of SCREENS)
      for (const host of HOSTS) {
        const page = await browser.newPage({ viewport, hasTouch: viewport.width < 640 })
        const taken = (files[`${host}-${viewport.width}`] ??= [])
        for (const theme of THEME_VARIANTS) {
          await page.goto(`${site}/${host}/${theme}`)
          for (const mode of MODES)
            taken.push(await shoot(page, { mode }, `${host}-${viewport.width}-${theme}-${mode}`))
        }
        if (host === 'bakery')
          for (const [name, look] of Object.entries(OWN_LOOKS))
            for (const mode of MODES)
              taken.push(await shoot(page, { ...look, mode }, `${host}-${viewport.width}-${name}-${mode}`))
        world.say(`${host} ${viewport.width}`)
        await page.close()
      }
  } finally {
    await browser.close()
    server.close()
  }
  for (const [name, pictures] of Object.entries(files))
    await sheet(pictures, { columns: 5, cell: 420, tall: 1500 }, join(FOLDER, `sheet-blocks-${name}.png`))
  await sheet(
    DOCUMENTED.map((name) => join(FOLDER, `blocks-${name}.png`)),
    { columns: 3, cell: 640, tall: 860 },
    join(ROOT, 'docs', 'blocks.webp'),
  )
  return Object.values(files).flat().length
}

/** Applies the theme, waits for the blocks and captures the whole page. */
async function shoot(page: Page, look: object, name: string): Promise<string> {
  await page.evaluate(
    (wanted) => (window as unknown as { bb: (...args: unknown[]) => void }).bb('theme', wanted),
    look,
  )
  for (const block of BLOCKS) {
    const frame = page.locator(`iframe[src*="/embed/${block}"]`)
    await frame.scrollIntoViewIfNeeded()
    await frame.contentFrame().locator('.bb-powered').waitFor({ state: 'attached' })
    const mode = (look as { mode: string }).mode
    await frame.contentFrame().locator(`html[data-mode=${mode}]`).waitFor()
  }
  await page.evaluate(() => scrollTo(0, 0))
  const file = join(FOLDER, `blocks-${name}.png`)
  await photographWhole(page, file)
  return file
}
