import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { sourceOf } from '#testing/architecture/sources.ts'

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** Loaded by path, or by a name that is put together. */
const BY_PATH = ['@fontsource-variable/noto-']
/** Node itself has a folder of its own in a release. */
const NOT_NEEDED = /^node-(linux|win)-/

/**
 * Copies the packages that the programs import, with all that those depend on.
 * @param programs relative paths of the files that are started
 * @returns the number of packages
 */
export function copyPackages(root: string, folder: string, programs: readonly string[]): number {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const needed = closure(lock.packages, namedPackages(root, lock.packages['']!, programs))
  // Packages for other platforms are in the lock file alone.
  const present = [...needed].filter((path) => existsSync(join(root, path)))
  // A package inside another one is copied with that one.
  const own = present.filter((path) => !present.some((other) => path.startsWith(`${other}/`)))
  for (const path of own)
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => !/\.(map|d\.[cm]?ts)$/.test(file),
    })
  return present.length
}

/** Direct dependencies that a file of the programs names in quotes: imported, or found by `import.meta.resolve`. */
function namedPackages(root: string, { dependencies = {} }: Locked, programs: readonly string[]): string[] {
  const texts = filesOf(root, programs)
  const isNamed = (name: string) =>
    ["'", '"', '`'].some((quote) =>
      texts.some((text) => text.includes(`${quote}${name}${quote}`) || text.includes(`${quote}${name}/`)),
    )
  return Object.keys(dependencies).filter(
    (name) => !NOT_NEEDED.test(name) && (BY_PATH.some((start) => name.startsWith(start)) || isNamed(name)),
  )
}

/** The texts of the programs' files, and of all that those import at run time. */
function filesOf(root: string, programs: readonly string[]): string[] {
  const texts = new Map<string, string>()
  const visit = (path: string) => {
    if (texts.has(path) || !/\.(ts|mjs)$/.test(path) || !existsSync(join(root, path))) return
    const text = readFileSync(join(root, path), 'utf8')
    texts.set(path, text)
    for (const { ours, target, typeOnly } of sourceOf(path, text).imports)
      if (ours && !typeOnly) visit(target)
    // Workers are started by their path.
    for (const [, worker] of text.matchAll(/new URL\('(\.[\w./-]+\.ts)'/g))
      visit(posix.join(posix.dirname(path), worker!))
  }
  for (const path of programs) visit(path)
  return [...texts.values()]
}

/** Paths in the lock file of the packages and of everything that they depend on, found as Node finds them. */
function closure(locked: Record<string, Locked>, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (from: string, name: string) => {
    const path = pathsUpwards(from, name).find((one) => Object.hasOwn(locked, one))
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies, peerDependencies } = locked[path]!
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      visit(path, each)
  }
  for (const name of names) visit('', name)
  return found
}

/** Where Node looks for a package, from the folder of another one upwards. */
function pathsUpwards(from: string, name: string): string[] {
  const inside = from ? [`${from}/node_modules/${name}`] : []
  const outer = from.lastIndexOf('/node_modules/')
  return [...inside, ...(outer === -1 ? [`node_modules/${name}`] : pathsUpwards(from.slice(0, outer), name))]
}
