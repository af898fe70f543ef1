import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './test-cluster.ts'

const BLOCKS = 'blocks/*/studio/{*screens.tsx,tabs.ts}'
const FILES = ['studio/screens.tsx', 'features/*/studio/{*screens.tsx,tabs.ts}', BLOCKS]

/** Path patterns in the sources of the files, each once. They are parsed from the text: screens need a browser. */
const patternsIn = (files: readonly string[]): string[] => [
  ...new Set(
    files
      .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
      .flatMap((file) =>
        [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path!),
      ),
  ),
]

/** Paths of the pages that blocks bring. */
export const blockPatterns = (): string[] => patternsIn([BLOCKS])

/** Path patterns of the Studio's screens (`/bolt/blocks/:id`), except those for development. */
export function routePatterns(): string[] {
  const patterns = patternsIn(FILES)
  if (patterns.length < 25)
    throw new Error(`The route table has ${patterns.length} lines: the pattern no longer matches its source`)
  return patterns.filter((pattern) => !pattern.startsWith('/dev/'))
}
