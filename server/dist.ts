import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ConfigError } from '#kernel/config.ts'
import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { ResolvedTheme } from '#kernel/browser/theme/resolve-theme.ts'

/** Options for rendering a block's page. */
export interface EmbedDocument {
  page: string
  title: string
  data: EmbedPageData
  look: ResolvedTheme
  lang: string
  /** Width in CSS pixels of the dialog that the block opens in. */
  width?: number | undefined
  /** The page's own style rules. */
  style?: string
}

/** A block's page. Its policy allows exactly these inline scripts and styles, by their hashes. */
export interface EmbedHtml {
  html: string
  scripts: string[]
  styles: string[]
}

/** The build output under dist/: the Studio's page, the embed files and their renderer. */
export interface Dist {
  /** Folder of the built files; undefined without a build (tests without screens). */
  folder: string | undefined
  studioPage: string | undefined
  /** The complete HTML document of a block's page. */
  document(options: EmbedDocument): EmbedHtml
}

/** A server without built screens; its pages return 404. */
export const noDist: Dist = {
  folder: undefined,
  studioPage: undefined,
  document: () => ({ html: '', scripts: [], styles: [] }),
}

interface EmbedServerModule {
  document(options: EmbedDocument, built: { manifest: unknown; read: (file: string) => string }): EmbedHtml
}

/** Loads the build output. @throws {Error} with the remedy when a part is missing */
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
