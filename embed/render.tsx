// PROGRAM 3, part four: what the server imports, built to `dist/embed-server/render.js`.
import type { EmbedPage, EmbedPageData } from '#kernel/browser/embed-page.ts'
import { renderToString } from 'preact-render-to-string'
import { assetsOf, type EmbedAssets, type EmbedDocument, embedDocument, type Manifest } from './page.ts'
import { pages } from './pages.tsx'
import { Shell } from './shell.tsx'

const loaded = new Map<string, EmbedPage>()
for (const [name, load] of Object.entries(pages)) loaded.set(name, (await load()).default as EmbedPage)

/**
 * Renders a page with its data to the HTML inside the document's root element.
 * @throws when there is no page of that name
 */
export function render(page: string, data: unknown): { html: string } {
  const Page = loaded.get(page)
  if (!Page) throw new Error(`No embed page is called "${page}"`)
  return { html: renderToString(<Shell page={Page} data={data as EmbedPageData} embed={undefined} />) }
}

const assets = new Map<string, EmbedAssets>()

/**
 * The whole HTML document of a page: what the server answers. A refused site gets the page that says so.
 * @param manifest `dist/embed/.vite/manifest.json` of the same build
 */
export function document(options: Omit<EmbedDocument, 'html' | 'assets'>, manifest: Manifest): string {
  const page = options.data.host.refused ? 'refused' : options.page
  const known = assets.get(page) ?? assetsOf(manifest, page)
  assets.set(page, known)
  return embedDocument({ ...options, page, html: render(page, options.data).html, assets: known })
}
