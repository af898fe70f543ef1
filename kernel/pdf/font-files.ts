import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import type { Language } from '#kernel/browser/languages.ts'

/** A file with a part of a typeface. */
export interface FontFile {
  path: string
  /** Code points that its package says it may have. */
  points: ReadonlySet<number>
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
    points: pointsIn(ranges),
  }))
  filesOf.set(name, files)
  return files
}

/** The code points of a `unicode-range`, such as `U+20-7E,U+A0`. */
function pointsIn(ranges: string): Set<number> {
  const points = new Set<number>()
  for (const range of ranges.split(',')) {
    const [first, last] = range.trim().slice(2).split('-')
    const end = Number.parseInt(last ?? first!, 16)
    for (let point = Number.parseInt(first!, 16); point <= end; point++) points.add(point)
  }
  return points
}

const indexes = new Map<string, Map<number, FontFile[]>>()
const NONE: readonly FontFile[] = []

/**
 * The files that may have a code point, in the order in which a text of this language takes them. From an index: anyone may name a
 * holder, and hundreds of files have tens of thousands of ranges.
 */
export function filesFor(point: number, language: Language): readonly FontFile[] {
  const order = orderFor(language)
  const key = order.join(' ')
  let index = indexes.get(key)
  if (!index) {
    index = new Map()
    for (const file of order.flatMap(readFiles))
      for (const own of file.points) {
        const files = index.get(own)
        if (files) files.push(file)
        else index.set(own, [file])
      }
    indexes.set(key, index)
  }
  return index.get(point) ?? NONE
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
  points.every((point) => file.points.has(point)) && points.every((point) => charactersOf(file).has(point))

/** The first file that has all of these code points; undefined if none has. */
export function fontFileFor(points: readonly number[], language: Language): FontFile | undefined {
  return points.length === 0 ? undefined : filesFor(points[0]!, language).find((file) => hasAll(file, points))
}

/** Reads the files that a text will need, one in each turn of the event loop, because unpacking one takes milliseconds. */
export async function readFontsOf(text: string, language: Language): Promise<void> {
  for (const character of new Set(text.normalize('NFC'))) {
    const point = character.codePointAt(0)!
    for (const file of filesFor(point, language)) {
      if (!characters.has(file.path)) await nextTurn()
      if (charactersOf(file).has(point)) break
    }
  }
}
