import { readFileSync } from 'node:fs'

const ROOT = new URL('../', import.meta.url)
const { imports } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
  imports: Record<string, string>
}
/** Folders by alias: `#docs/` is `docs/site/`. */
const FOLDERS = new Map(
  Object.entries(imports)
    .filter(([alias]) => alias.endsWith('/*'))
    .map(([alias, folder]) => [alias.slice(0, -1), new URL(folder.slice(0, -1), ROOT).href]),
)

/**
 * Returns the address of a TypeScript module of this project, whether or not it exists.
 * @param parent address of the importing module; undefined for the first module of a process
 * @returns undefined for all other modules: packages, and those of other folders
 */
export function ownModule(specifier: string, parent: string | undefined): string | undefined {
  if (!specifier.endsWith('.ts') || !parent?.startsWith(ROOT.href) || parent.includes('/node_modules/'))
    return undefined
  if (specifier.startsWith('.')) return new URL(specifier, parent).href
  const end = specifier.indexOf('/') + 1
  const folder = FOLDERS.get(specifier.slice(0, end))
  return folder && folder + specifier.slice(end)
}
