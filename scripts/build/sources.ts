import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Files that no build contains: tests, migrations, docs, releases. */
const NO_SOURCE = /\.test\.tsx?$|\/migrations\/|\.md$|^embed\/releases\//

/** One hash over all files of the globs, by path and content. @throws when the globs match nothing */
export function hashSources(root: string, globs: string[]): string {
  const files = globSync(globs, { cwd: root })
    .filter((file) => !NO_SOURCE.test(file) && statSync(join(root, file)).isFile())
    .sort()
  if (files.length === 0) throw new Error(`No source matches ${globs.join(', ')}`)
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}
