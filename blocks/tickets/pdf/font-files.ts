import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import type { Language } from '#kernel/browser/languages.ts'

/** A file with a part of a typeface. */
export interface FontFile {
  path: string
  /** Code points that its package says it may have, as pairs of first and last. */
  ranges: [number, number][]
}

const ALWAYS = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew'] as const
/** Han characters look different in each, so the language decides which one is first. */
const EASTERN = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'] as const
type Package = (typeof ALWAYS)[number] | (typeof EASTERN)[number]

/** The packages in the order in which a text of this language takes its characters from them. */
const orderFor = (language: Language): Package[] =>
  language === 'ja' ? [...ALWAYS, 'noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr'] : [...ALWAYS, ...EASTERN]

const filesOf = new Map<Package, FontFile[]>()

/** The files of a package, from the map that it has for style sheets. */
function readFiles(name: Package): FontFile[] {
  const known = filesOf.get(name)
  if (known) return known
  const folder = new URL('.', import.meta.resolve(`@fontsource-variable/${name}`))
  const map = JSON.parse(readFileSync(new URL('unicode.json', folder), 'utf8')) as Record<string, string>
  const files = Object.entries(map).map(([subset, ranges]): FontFile => ({
    path: fileURLToPath(
      new URL(`files/${name}-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`, folder),
    ),
    ranges: ranges.split(',').map((range) => {
      const [first, last] = range.trim().slice(2).split('-')
      return [Number.parseInt(first!, 16), Number.parseInt(last ?? first!, 16)]
    }),
  }))
  filesOf.set(name, files)
  return files
}

const characters = new Map<string, ReadonlySet<number>>()

/** Code points that a file really has. */
function charactersOf({ path }: FontFile): ReadonlySet<number> {
  const known = characters.get(path)
  if (known) return known
  const found = new Set((create(readFileSync(path)) as Font).characterSet)
  characters.set(path, found)
  return found
}

/** Whether a file has all of these code points. */
export const hasAll = (file: FontFile, points: readonly number[]): boolean =>
  points.every((point) => file.ranges.some(([first, last]) => point >= first && point <= last)) &&
  points.every((point) => charactersOf(file).has(point))

/** The first file that has all of these code points; undefined if none has. */
export function fontFileFor(points: readonly number[], language: Language): FontFile | undefined {
  for (const name of orderFor(language)) {
    const found = readFiles(name).find((file) => hasAll(file, points))
    if (found) return found
  }
  return undefined
}
