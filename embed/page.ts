// The HTML document around an embed page. Plain strings without a view library, because the server builds it
// on every request.
import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import { HOLD_EARLY_CLICKS } from '#kernel/browser/early-clicks.ts'
import { directionOf } from '#kernel/browser/languages.ts'
import { THEME_VARIANTS, type ThemeVariant } from '#kernel/browser/theme-variants.ts'
import { SERVED_FONTS } from '#kernel/browser/theme/fonts.ts'
import type { ResolvedTheme } from '#kernel/browser/theme/resolve-theme.ts'
import { type Boot, BOOT_ID, type FrameWords, LOOK_ID, ROOT_ID, SHEETS } from './boot.ts'

/** An inlined style sheet, and the URL that identifies it. */
interface Sheet {
  href: string
  css: string
}

/** What a page shows and runs on first view is inlined in its document; what it needs later has URLs. */
export interface EmbedAssets {
  /** Text of the script that runs on first view. */
  script: string
  /** URL of the module that hydrates the page. */
  awake: string
  /** URL of the module that changes the colors. */
  look: string
  /** Modules that hydration needs, so that they load in parallel instead of one after the other. */
  views: string[]
  /** URL of the module with the page's strings, by language. English is built in. */
  words: Record<string, string>
  styles: Sheet[]
  /** Style sheet of each theme. */
  themes: Record<ThemeVariant, Sheet>
  /** Style sheet of each font that we serve. */
  fonts: Record<(typeof SERVED_FONTS)[number], Sheet>
}

interface ManifestEntry {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

/** Vite's `dist/embed/.vite/manifest.json`. */
export type Manifest = Record<string, ManifestEntry>

/** The build output as the server reads it. */
export interface Built {
  manifest: Manifest
  /** Reads a file by its path under `dist/embed`. */
  read: (file: string) => string
}

/** URL path of `dist/embed/assets`. */
const ASSETS = '/embed-assets/'
const address = (file: string) => file.replace(/^assets\//, ASSETS)
/** The first-view script, built separately; see `embed/vite.config.ts`. */
const CLIENT = 'inline/client.js'
/** What the client loads to hydrate the page. Its styles belong to every page. */
const AWAKE = 'embed/awake.tsx'
const LOOK = 'embed/frame/look.ts'

/** Finds a page's assets in the build. @throws when the build does not contain the page */
export function assetsOf({ manifest, read }: Built, page: string): EmbedAssets {
  const awake = manifest[AWAKE]
  const look = manifest[LOOK]
  const [name, own] = Object.entries(manifest).find(([path]) => path.endsWith(`/${page}-page.tsx`)) ?? []
  if (!awake || !look || !name || !own)
    throw new Error(`The embed build has no page "${page}": run npm start or scripts/build.ts`)
  const seen = new Set<string>()
  const styles = new Set<string>()
  const words: Record<string, string> = {}
  const unit = name.replace(/\bembed\/.*/, 'embed/texts/')
  const take = (entry: ManifestEntry | undefined) => {
    if (!entry || seen.has(entry.file)) return
    seen.add(entry.file)
    for (const file of entry.css ?? []) styles.add(file)
    for (const path of entry.imports ?? []) take(manifest[path])
    for (const path of entry.dynamicImports ?? []) {
      const lang = path.startsWith(unit) && /(\w+)\.ts$/.exec(path)?.[1]
      if (lang) words[lang] = address(manifest[path]!.file)
    }
  }
  take(awake)
  take(own)
  // URLs in a sheet are relative to the sheet.
  const sheet = (file: string): Sheet => ({
    href: address(file),
    css: inlined(read(file)).replaceAll('url(./', `url(${ASSETS}`),
  })
  const sheets = (kind: string, names: readonly string[]) =>
    Object.fromEntries(names.map((one) => [one, sheet(sheetFile(manifest, kind, one))]))
  return {
    script: inlined(read(CLIENT)),
    awake: address(awake.file),
    look: address(look.file),
    views: [...seen].map(address),
    words,
    styles: [...styles].map(sheet),
    themes: sheets('theme', THEME_VARIANTS) as EmbedAssets['themes'],
    fonts: sheets('font', SERVED_FONTS) as EmbedAssets['fonts'],
  }
}

/** Text of a file that can be inlined in a document. @throws when it would close its element */
function inlined(text: string): string {
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error('A built file cannot be inlined in a document')
  return text.trim()
}

function sheetFile(manifest: Manifest, kind: string, name: string): string {
  const entry = Object.entries(manifest).find(([path]) => path.endsWith(`${kind}-${name}.css`))
  if (!entry) throw new Error(`The embed build has no ${kind} "${name}"`)
  return entry[1].file
}

export interface EmbedDocument {
  page: string
  /** From `render`; already HTML. */
  html: string
  data: EmbedPageData
  assets: EmbedAssets
  look: ResolvedTheme
  /** Language tag (BCP 47). */
  lang: string
  words: FrameWords
  title: string
  /** CSS pixels of the dialog that the block opens in; default 960. */
  width?: number | undefined
  /** The page's own style rules. */
  style?: string
}

export interface EmbedHtml {
  html: string
  /** Exact text of the inline scripts and styles. The policy allows them by their hashes, and no others. */
  scripts: string[]
  styles: string[]
}

/**
 * The whole document, including everything it needs on first view: on a slow connection each further request
 * would take as long as the document itself. The page's data is in a script element with a non-executable
 * type.
 */
export function embedDocument(doc: EmbedDocument): EmbedHtml {
  const { assets, look } = doc
  const sheets = [
    ...assets.styles,
    assets.themes[look.variant],
    ...(look.font ? [assets.fonts[look.font]] : []),
  ]
  const css = sheets.map((sheet) => sheet.css).join('\n')
  const spoken = assets.words[doc.lang.split('-')[0]!]
  const boot: Boot = {
    page: doc.page,
    data: doc.data,
    width: doc.width ?? 960,
    themes: addresses(assets.themes),
    fonts: addresses(assets.fonts),
    words: doc.words,
    awake: assets.awake,
    look: assets.look,
    views: spoken ? [...assets.views, spoken] : assets.views,
  }
  const framed = doc.data.parentOrigin !== null || doc.data.host.refused || doc.data.inner
  const place = doc.data.sample === undefined ? 'alone' : 'sample'
  // The panel and the ground color only apply to blocks on a host page.
  const around = look.ground && framed ? ` data-ground="${look.ground}"` : ''
  const flags = framed ? `${look.panel ? ' data-panel' : ''}${look.plain ? ' data-plain' : ''}` : ''
  const marks = `${around}${flags}${framed ? '' : ` data-${place}`}`
  const dir = directionOf(doc.lang) === 'rtl' ? ' dir="rtl"' : ''
  const html = [
    '<!doctype html>',
    `<html lang="${escapeHtml(doc.lang)}"${dir} data-theme="${look.variant}" data-mode="${look.mode}"${marks}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="robots" content="noindex">',
    // Delay the first paint until the whole document is parsed. When parsing takes more than a few
    // milliseconds, Chromium would first paint an empty page, which delays the rest.
    `<link rel="expect" href="#${BOOT_ID}" blocking="render">`,
    `<title>${escapeHtml(doc.title)}</title>`,
    `<script>${HOLD_EARLY_CLICKS}</script>`,
    `<style ${SHEETS}="${sheets.map(({ href }) => href).join(' ')}">${css}</style>`,
    ...(look.rules ? [`<style id="${LOOK_ID}">${look.rules}</style>`] : []),
    ...(doc.style ? [`<style>${doc.style}</style>`] : []),
    '</head>',
    `<body><main id="${ROOT_ID}" aria-label="${escapeHtml(doc.title)}">${doc.html}</main>`,
    `<script type="application/json" id="${BOOT_ID}">${escapeJson(boot)}</script>`,
    `<script>${assets.script}</script>`,
    '</body></html>',
  ].join('')
  const styles = [css, look.rules, doc.style ?? ''].filter(Boolean)
  return { html, scripts: [HOLD_EARLY_CLICKS, assets.script], styles }
}

const addresses = (sheets: Record<string, Sheet>) =>
  Object.fromEntries(Object.entries(sheets).map(([name, { href }]) => [name, href]))

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)
}

/** JSON that cannot close its script element, whatever the data contains. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
