import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What the builds left under dist/: the Studio's page, the embed assets and the embed renderer. */
export interface Dist {
  /** Folder of the built files; undefined when nothing is built (tests without screens). */
  folder: string | undefined
  studioPage: string | undefined
  /** Vite's manifest of the embed build: source file to hashed file and its style sheets. */
  embedManifest: Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>
  render: (page: string, data: unknown) => { html: string }
}

/** A server without built screens; its pages answer 503. */
export const noDist: Dist = {
  folder: undefined,
  studioPage: undefined,
  embedManifest: {},
  render: () => ({ html: '' }),
}

/** Loads what `npm run build` made. @throws {Error} with the remedy when a part is missing */
export async function loadDist(root: string): Promise<Dist> {
  const folder = join(root, 'dist')
  const need = (path: string) => {
    if (!existsSync(join(folder, path)))
      throw new Error(`dist/${path} is missing: start with npm start, which builds it`)
    return join(folder, path)
  }
  const { render } = (await import(pathToFileURL(need('embed-server/render.js')).href)) as Pick<
    Dist,
    'render'
  >
  return {
    folder,
    studioPage: readFileSync(need('studio/index.html'), 'utf8'),
    embedManifest: JSON.parse(
      readFileSync(need('embed/.vite/manifest.json'), 'utf8'),
    ) as Dist['embedManifest'],
    render,
  }
}
