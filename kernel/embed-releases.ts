import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Release } from './browser/snippet.ts'

const LIST = join(import.meta.dirname, '..', 'embed', 'releases', 'hashes.json')

/** Published script releases, newest first, with the integrity hashes that pages use (embed/releases). */
export function readReleases(list: string = LIST): Release[] {
  if (!existsSync(list)) return []
  const hashes = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>
  return Object.entries(hashes)
    .flatMap(([file, integrity]) => {
      const version = /^v(\d+\.\d+\.\d+)\/bb\.js$/.exec(file)?.[1]
      return version ? [{ version, integrity }] : []
    })
    .toSorted((a, b) => compareVersions(b.version, a.version))
}

/** Negative if `a` is older. Both are versions of three numbers. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  const at = left.findIndex((part, n) => part !== right[n])
  return at < 0 ? 0 : left[at]! - right[at]!
}
