import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ConfigError } from '#kernel/config.ts'
import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { WornLook } from '#kernel/browser/theme/worn.ts'

/** How a block page is shown. */
export interface EmbedDocument {
  page: string
  title: string
  data: EmbedPageData
  look: WornLook
  lang: string
  /** CSS pixels of the dialog that the block opens in. */
  width?: number | undefined
  /** Style rules of the page's own. */
  style?: string
}

/** A block page: its policy allows the inline scripts and styles by their hashes, letter for letter, and no others. */
export interface EmbedHtml {
  html: string
  scripts: string[]
  styles: string[]
}

/** What the builds left under dist/: the Studio's page, the embed's files and its renderer. */
export interface Dist {
  /** Folder of the built files; undefined when nothing is built (tests without screens). */
  folder: string | undefined
  studioPage: string | undefined
  /** The whole HTML document of a block page. */
  document(options: EmbedDocument): EmbedHtml
}

/** A server without built screens; its pages answer 404. */
export const noDist: Dist = {
  folder: undefined,
  studioPage: undefined,
  document: () => ({ html: '', scripts: [], styles: [] }),
}

interface EmbedServerModule {
  document(options: EmbedDocument, built: { manifest: unknown; read: (file: string) => string }): EmbedHtml
}

/** Loads what the build made. @throws {Error} with the remedy when a part is missing */
export async function loadDist(root: string): Promise<Dist> {
  const folder = join(root, 'dist')
  const need = (path: string) => {
    if (!existsSync(join(folder, path)))
      throw new ConfigError(`dist/${path} is missing: start with npm start, which builds it`)
    return join(folder, path)
  }
  const embed = (await import(pathToFileURL(need('embed-server/render.js')).href)) as EmbedServerModule
  const manifest: unknown = JSON.parse(readFileSync(need('embed/.vite/manifest.json'), 'utf8'))
  need('embed/inline/client.js')
  const read = (file: string) => readFileSync(join(folder, 'embed', file), 'utf8')
  return {
    folder,
    studioPage: readFileSync(need('studio/index.html'), 'utf8'),
    document: (options) => embed.document(options, { manifest, read }),
  }
}
