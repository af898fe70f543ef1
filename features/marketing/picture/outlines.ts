// Glyph outlines of a TrueType font, as the paths of an SVG. Pictures are drawn on servers that may have no fonts
// at all, and the drawing library loads no font files of its own.
// Tables: https://learn.microsoft.com/en-us/typography/opentype/spec/otff
import { woffTables } from './woff.ts'

export interface Glyph {
  /** Width in em. */
  advance: number
  /** SVG path with 1 em = `unitsPerEm` and y downward. */
  path: string
}

export interface Outlines {
  /** Undefined without such a glyph. */
  glyph(codePoint: number): Glyph | undefined
  unitsPerEm: number
}

/** A point of a contour, in the font's units with y upward. */
interface Point {
  x: number
  y: number
  onCurve: boolean
}
type Contour = Point[]

/** Composites refer to glyphs that may be composites too. */
const MOST_DEPTH = 4

/** Reads a WOFF file with TrueType outlines. @throws if it is another kind of font */
export function readOutlines(file: Buffer): Outlines {
  const tables = woffTables(file)
  const table = (tag: string) => {
    const found = tables.get(tag)
    if (!found) throw new Error(`The font has no table ${tag}`)
    return found
  }
  const head = table('head')
  const glyf = table('glyf')
  const loca = table('loca')
  const hmtx = table('hmtx')
  const metrics = table('hhea').readUInt16BE(34)
  const unitsPerEm = head.readUInt16BE(18)
  const isLong = head.readInt16BE(50) === 1
  const index = glyphIndex(table('cmap'))
  const offset = (glyph: number) => (isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph))

  function contours(glyph: number, depth = 0): Contour[] {
    const start = offset(glyph)
    if (start === offset(glyph + 1)) return []
    return glyf.readInt16BE(start) >= 0 ? simple(glyf, start) : composite(start + 10, depth)
  }

  function composite(start: number, depth: number): Contour[] {
    if (depth >= MOST_DEPTH) return []
    const all: Contour[] = []
    for (let at = start; ;) {
      const flags = glyf.readUInt16BE(at)
      const part = contours(glyf.readUInt16BE(at + 2), depth + 1)
      at += 4
      const areWords = flags & 1
      const [dx, dy] = areWords
        ? [glyf.readInt16BE(at), glyf.readInt16BE(at + 2)]
        : [glyf.readInt8(at), glyf.readInt8(at + 1)]
      at += areWords ? 4 : 2
      // Our fonts only move parts; a part that is also scaled keeps its size.
      at += flags & 8 ? 2 : flags & 64 ? 4 : flags & 128 ? 8 : 0
      all.push(
        ...part.map((contour) => contour.map((point) => ({ ...point, x: point.x + dx, y: point.y + dy }))),
      )
      if (!(flags & 32)) return all
    }
  }

  function read(codePoint: number): Glyph | undefined {
    const glyph = index(codePoint)
    if (!glyph) return undefined
    const advance = hmtx.readUInt16BE(4 * Math.min(glyph, metrics - 1)) / unitsPerEm
    return { advance, path: contours(glyph).map(pathOf).join('') }
  }

  // Breaking a long line measures its characters again and again. A font has few hundred glyphs.
  const known = new Map<number, Glyph>()
  return {
    unitsPerEm,
    glyph(codePoint) {
      const found = known.get(codePoint) ?? read(codePoint)
      if (found) known.set(codePoint, found)
      return found
    },
  }
}

/** Reads the character map: format 4, which covers the basic plane. */
function glyphIndex(cmap: Buffer): (codePoint: number) => number {
  const count = cmap.readUInt16BE(2)
  const starts = Array.from({ length: count }, (_, at) => cmap.readUInt32BE(4 + 8 * at + 4))
  const base = starts.find((start) => cmap.readUInt16BE(start) === 4)
  if (base === undefined) throw new Error('The font has no character map of format 4')
  const segments = cmap.readUInt16BE(base + 6) / 2
  const ends = base + 14
  const begins = ends + 2 * segments + 2
  const deltas = begins + 2 * segments
  const ranges = deltas + 2 * segments
  return (codePoint) => {
    for (let at = 0; at < segments; at++) {
      if (cmap.readUInt16BE(ends + 2 * at) < codePoint) continue
      const first = cmap.readUInt16BE(begins + 2 * at)
      if (first > codePoint) return 0
      const delta = cmap.readInt16BE(deltas + 2 * at)
      const range = cmap.readUInt16BE(ranges + 2 * at)
      if (range === 0) return (codePoint + delta) & 0xffff
      const glyph = cmap.readUInt16BE(ranges + 2 * at + range + 2 * (codePoint - first))
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}

function simple(glyf: Buffer, start: number): Contour[] {
  const ends = Array.from({ length: glyf.readInt16BE(start) }, (_, at) =>
    glyf.readUInt16BE(start + 10 + 2 * at),
  )
  const count = (ends.at(-1) ?? -1) + 1
  let at = start + 10 + 2 * ends.length
  at += 2 + glyf.readUInt16BE(at)
  const flags: number[] = []
  while (flags.length < count) {
    const flag = glyf.readUInt8(at++)
    const repeats = flag & 8 ? glyf.readUInt8(at++) : 0
    for (let times = 0; times <= repeats; times++) flags.push(flag)
  }
  const axis = (short: number, same: number) => {
    let value = 0
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? glyf.readUInt8(at++) : -glyf.readUInt8(at++)
      else if (!(flag & same)) {
        value += glyf.readInt16BE(at)
        at += 2
      }
      return value
    })
  }
  const xs = axis(2, 16)
  const ys = axis(4, 32)
  const points = flags.map((flag, n) => ({ x: xs[n]!, y: ys[n]!, onCurve: (flag & 1) === 1 }))
  return ends.map((end, n) => points.slice(n === 0 ? 0 : ends[n - 1]! + 1, end + 1))
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, onCurve: true })
const written = ({ x, y }: Point) => `${Math.round(x)} ${Math.round(-y)}`

/** Quadratic curves; between two control points, the curve passes through their middle. */
function pathOf(contour: Contour): string {
  const first = contour.findIndex(({ onCurve }) => onCurve)
  const points =
    first < 0
      ? [middle(contour[0]!, contour.at(-1)!), ...contour]
      : [...contour.slice(first), ...contour.slice(0, first)]
  const start = points[0]!
  let path = `M${written(start)}`
  for (let at = 1; at < points.length; at++) {
    const point = points[at]!
    if (point.onCurve) {
      path += `L${written(point)}`
      continue
    }
    const next = points[at + 1] ?? start
    path += `Q${written(point)} ${written(next.onCurve ? next : middle(point, next))}`
    if (next.onCurve) at++
  }
  return `${path}Z`
}
