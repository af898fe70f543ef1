// Embeds, part four: the module that the server imports, built to `dist/embed-server/render.js`.
import type { EmbedPage, EmbedPageData, EmbedPageModule, EmbedSample } from '#kernel/browser/embed-page.ts'
import { LANGUAGES } from '#kernel/browser/languages.ts'
import { renderToString } from 'preact-render-to-string'
import {
  assetsOf,
  type Built,
  type EmbedAssets,
  type EmbedDocument,
  embedDocument,
  type EmbedHtml,
} from './page.ts'
import { pages } from './pages.tsx'
import { withSample } from './sample/with-sample.ts'
import { Shell } from './shell.tsx'
import { language as frameLanguage, texts } from './texts/spoken.ts'

for (const lang of LANGUAGES) await frameLanguage.load(lang)
const loaded = new Map<string, EmbedPageModule>()
const samples = new Map<string, (kind: string) => EmbedSample>()
for (const [name, load] of Object.entries(pages)) {
  const module = await load()
  for (const lang of LANGUAGES) await module.language.load(lang)
  if (module.sample) samples.set(name, (await module.sample()).sample)
  loaded.set(name, module)
}

/**
 * Renders a page with its data to the HTML inside the document's root element.
 * @param lang language tag (BCP 47); an unsupported language falls back to English
 * @throws when there is no page of that name
 */
export function render(page: string, data: unknown, lang = 'en'): { html: string } {
  const module = loaded.get(page)
  if (!module) throw new Error(`No embed page is named "${page}"`)
  // Rendering is synchronous, so no other request can change the language in between.
  frameLanguage.speak(lang)
  module.language.speak(lang)
  const Page = module.default as EmbedPage
  const props = { page: Page, words: texts.frame, data: data as EmbedPageData, embed: undefined }
  return { html: renderToString(<Shell {...props} />) }
}

/**
 * The language tag of a page. English if the page lacks the language, so that direction and amounts match its
 * text.
 */
const languageFor = (page: string, requested: string): string =>
  loaded.get(page)?.language.speaks(requested) ? requested : 'en'

const assets = new Map<string, EmbedAssets>()

/**
 * Renders the whole HTML document of a page. A site that is not listed gets a page that says so.
 * @param built the browser files of the same build
 */
export function document(options: Omit<EmbedDocument, 'html' | 'assets' | 'words'>, built: Built): EmbedHtml {
  const page = options.data.host.refused ? 'refused' : options.page
  const known = assets.get(page) ?? assetsOf(built, page)
  assets.set(page, known)
  const { sample } = options.data
  const data =
    sample === undefined
      ? options.data
      : withSample(options.data, options.look.variant, samples.get(page)?.(sample))
  const lang = languageFor(page, options.lang)
  return embedDocument({
    ...options,
    page,
    data,
    lang,
    html: render(page, data, lang).html,
    words: texts.frame,
    assets: known,
  })
}
