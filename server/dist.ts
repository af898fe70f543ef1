import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ConfigError } from '#kernel/config.ts'
import type { EmbedPageData } from '#kernel/browser/embed-page.ts'

/** How a block page is shown. */
export interface EmbedDocument {
  page: string
  title: string
  data: EmbedPageData
  theme: string
  mode: 'light' | 'dark'
  /** A surface of its own, where the host's background gives no contrast. */
  panel: boolean
  lang: string
  /** Style rules of the page's own. */
  style?: string
}

/** What the builds left under dist/: the Studio's page, the embed's files and its renderer. */
export interface Dist {
  /** Folder of the built files; undefined when nothing is built (tests without screens). */
  folder: string | undefined
  studioPage: string | undefined
  /** The whole HTML document of a block page. */
  document(options: EmbedDocument): string
}

/** A server without built screens; its pages answer 404. */
export const noDist: Dist = { folder: undefined, studioPage: undefined, document: () => '' }

interface EmbedServerModule {
  document(options: EmbedDocument, manifest: unknown): string
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
  return {
    folder,
    studioPage: readFileSync(need('studio/index.html'), 'utf8'),
    document: (options) => embed.document(options, manifest),
  }
}
