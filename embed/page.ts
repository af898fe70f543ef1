// The document around an embed page. Plain strings, no view library: the server calls it on every request.
import type { EmbedPageData, ThemeMode } from '#kernel/browser/embed-page.ts'
import { THEME_VARIANTS, type ThemeVariant } from '#kernel/browser/theme-variants.ts'
import { type Boot, BOOT_ID, ROOT_ID } from './boot.ts'

/** Addresses, from the root of the host, of what a page loads on first view. */
export interface EmbedAssets {
  /** The module that wakes the page up. */
  script: string
  /** Modules that `script` imports at once. */
  preload: string[]
  styles: string[]
  /** Style sheet of each theme. */
  themes: Record<ThemeVariant, string>
}

interface ManifestEntry {
  file: string
  imports?: string[]
  css?: string[]
}

/** Vite's `dist/embed/.vite/manifest.json`. */
export type Manifest = Record<string, ManifestEntry>

/** Where the server hands out `dist/embed/assets`. */
const address = (file: string) => file.replace(/^assets\//, '/embed-assets/')
const CLIENT = 'embed/client.ts'
/** What the client loads when the page wakes up; its styles are those of every page. */
const AWAKE = 'embed/awake.tsx'

/** Finds in the manifest what a page needs. @throws when the build does not know the page */
export function assetsOf(manifest: Manifest, page: string): EmbedAssets {
  const client = manifest[CLIENT]
  const awake = manifest[AWAKE]
  const own = Object.entries(manifest).find(([name]) => name.endsWith(`/${page}-page.tsx`))?.[1]
  if (!client || !awake || !own)
    throw new Error(`The embed build does not know "${page}": run npm start or scripts/build.ts`)
  const seen = new Set<string>()
  const styles = new Set<string>()
  const take = (entry: ManifestEntry | undefined) => {
    if (!entry || seen.has(entry.file)) return
    seen.add(entry.file)
    for (const file of entry.css ?? []) styles.add(file)
    for (const name of entry.imports ?? []) take(manifest[name])
  }
  take(client)
  const scripts = [...seen].filter((file) => file !== client.file)
  take(awake)
  take(own)
  const themes = Object.fromEntries(
    THEME_VARIANTS.map((theme) => [theme, address(themeFile(manifest, theme))]),
  )
  return {
    script: address(client.file),
    preload: scripts.map(address),
    styles: [...styles].map(address),
    themes: themes as EmbedAssets['themes'],
  }
}

function themeFile(manifest: Manifest, theme: string): string {
  const entry = Object.entries(manifest).find(([name]) => name.endsWith(`theme-${theme}.css`))
  if (!entry) throw new Error(`The embed build has no theme "${theme}"`)
  return entry[1].file
}

export interface EmbedDocument {
  page: string
  /** From `render`; already HTML. */
  html: string
  data: EmbedPageData
  assets: EmbedAssets
  theme: ThemeVariant
  mode: ThemeMode
  /** Draws the block on a surface of its own (`panel=1` of the loader). */
  panel?: boolean
  lang: string
  title: string
  /** Style rules of the page's own, which its policy allows by their hash. */
  style?: string
}

/** The whole document: no inline script, no inline style; the page's data stands in a block that nothing runs. */
export function embedDocument(doc: EmbedDocument): string {
  const { assets, theme } = doc
  const boot: Boot = { page: doc.page, data: doc.data, themes: assets.themes }
  const framed = doc.data.parentOrigin !== null || doc.data.host.refused || doc.data.inner
  const place = doc.data.sample === undefined ? 'alone' : 'sample'
  const marks = `${doc.panel ? ' data-panel' : ''}${framed ? '' : ` data-${place}`}`
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(doc.lang)}" data-theme="${theme}" data-mode="${doc.mode}"${marks}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(doc.title)}</title>`,
    ...[...assets.styles, assets.themes[theme]].map((href) => `<link rel="stylesheet" href="${href}">`),
    ...(doc.style ? [`<style>${doc.style}</style>`] : []),
    ...assets.preload.map((href) => `<link rel="modulepreload" href="${href}">`),
    `<script type="module" src="${assets.script}"></script>`,
    '</head>',
    `<body><main id="${ROOT_ID}" aria-label="${escapeHtml(doc.title)}">${doc.html}</main>`,
    `<script type="application/json" id="${BOOT_ID}">${escapeJson(boot)}</script>`,
    '</body></html>',
  ].join('')
}

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

/** JSON that cannot end its script element, whatever the data says. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
