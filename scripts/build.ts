// Builds the files for browsers into dist/: the Studio, the pages of the blocks, the script tag. Arguments
// name the parts to build; by default it builds all that a start needs. --if-stale builds only parts whose
// sources changed since the last build, and prints no sizes.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './build/lock.ts'
import { buildParts, type Part } from './build/parts.ts'
import { sizeLines } from './build/sizes.ts'
import { hashSources } from './build/sources.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const onlyStale = process.argv.includes('--if-stale')

const named = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const parts = buildParts(root).filter(({ name, onRequest }) =>
  named.length ? named.includes(name) : !(onlyStale && onRequest),
)

function isFresh(part: Part, hash: string): boolean {
  const stamp = join(dist, '.built', part.name)
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) return false
  return part.results.every((file) => existsSync(join(dist, file)))
}

/** Also checked before taking the lock, so that a fresh build works on a read-only file system. */
const isStale = (part: Part) => !isFresh(part, hashSources(root, part.sources))

if (!onlyStale || parts.some(isStale))
  await withLock(join(dist, '.lock'), async () => {
    for (const part of parts) {
      const hash = hashSources(root, part.sources)
      if (onlyStale && isFresh(part, hash)) continue
      const startedAt = performance.now()
      await part.run()
      mkdirSync(join(dist, '.built'), { recursive: true })
      writeFileSync(join(dist, '.built', part.name), hash)
      console.log(`Built ${part.name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
      if (!onlyStale) for (const line of sizeLines(dist, part.name)) console.log(line)
    }
  })
