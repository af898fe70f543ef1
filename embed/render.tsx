// PROGRAM 3, part four: what the server imports, built to `dist/embed-server/render.js`.
import type { EmbedPage, EmbedPageData, EmbedPageModule, EmbedSample } from '#kernel/browser/embed-page.ts'
import { LANGUAGES } from '#kernel/browser/languages.ts'
import { renderToString } from 'preact-render-to-string'
import { assetsOf, type EmbedAssets, type EmbedDocument, embedDocument, type Manifest } from './page.ts'
import { pages } from './pages.tsx'
import { withSample } from './sample/with-sample.ts'
import { Shell } from './shell.tsx'

const loaded = new Map<string, EmbedPageModule>()
const samples = new Map<string, (kind: string) => EmbedSample>()
for (const [name, load] of Object.entries(pages)) {
  const module = await load()
  for (const lang of LANGUAGES) await module.language?.load(lang)
  if (module.sample) samples.set(name, (await module.sample()).sample)
  loaded.set(name, module)
}

/**
 * Renders a page with its data to the HTML inside the document's root element.
 * @param lang a language of the page (else English)
 * @throws when there is no page of that name
 */
export function render(page: string, data: unknown, lang = 'en'): { html: string } {
  const module = loaded.get(page)
  if (!module) throw new Error(`No embed page is called "${page}"`)
  // Rendering waits for nothing in between: no other request can change the language meanwhile.
  module.language?.speak(lang)
  const Page = module.default as EmbedPage
  return {
    html: renderToString(<Shell page={Page} lang={lang} data={data as EmbedPageData} embed={undefined} />),
  }
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
  const { sample } = options.data
  const data =
    sample === undefined ? options.data : withSample(options.data, options.theme, samples.get(page)?.(sample))
  return embedDocument({
    ...options,
    page,
    data,
    html: render(page, data, options.lang).html,
    assets: known,
  })
}
