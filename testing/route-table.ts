import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './test-cluster.ts'

const FILES = ['studio/screens.tsx', '{features,blocks}/*/studio/{*screens.tsx,tabs.ts}']

/**
 * Path patterns of the Studio's screens (`/bolt/blocks/:id`), except those for development. They are parsed
 * from the source text, because the screens can only be imported in a browser.
 */
export function routePatterns(): string[] {
  const files = FILES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  const patterns = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path!),
  )
  if (patterns.length < 25)
    throw new Error(`The route table has ${patterns.length} lines: the pattern no longer matches its source`)
  return [...new Set(patterns)].filter((pattern) => !pattern.startsWith('/dev/'))
}
