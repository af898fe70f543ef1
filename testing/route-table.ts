import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './test-cluster.ts'

const FILES = ['studio/screens.tsx', '{features,blocks}/*/studio/*screens.tsx']

/**
 * Path patterns of the Studio's screens (`/bolt/blocks/:id`), without those seen while developing only. Read from the
 * text of the lists: the screens behind them run in browsers alone.
 */
export function routePatterns(): string[] {
  const files = FILES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  const patterns = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path!),
  )
  if (patterns.length < 25)
    throw new Error(`The route table has ${patterns.length} lines: it is not read any more`)
  return [...new Set(patterns)].filter((pattern) => !pattern.startsWith('/dev/'))
}
