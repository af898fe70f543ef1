import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Outlines, readOutlines } from './outlines.ts'

export type Weight = 400 | 600

/** Files of a weight, in the order in which glyphs are looked up. */
const SUBSETS = ['latin', 'latin-ext'] as const
/** Letter spacing in em; headings are set tighter. */
const TRACKING = { 400: -0.004, 600: -0.018 }

const fonts = new Map<Weight, Outlines[]>()

function fontsOf(weight: Weight): Outlines[] {
  const known = fonts.get(weight)
  if (known) return known
  const read = SUBSETS.map((subset) => {
    const file = `@fontsource/instrument-sans/files/instrument-sans-${subset}-${weight}-normal.woff`
    return readOutlines(readFileSync(fileURLToPath(import.meta.resolve(file))))
  })
  fonts.set(weight, read)
  return read
}

/** A line of text as one SVG path, with its baseline at 0,0. */
export interface TextLine {
  /** SVG, already scaled. */
  svg: string
  /** Pixels. */
  width: number
}

/** Sets one line of text. Characters without a glyph are left out. @param size pixels */
export function setLine(text: string, size: number, weight: Weight, color: string): TextLine {
  let x = 0
  let svg = ''
  for (const sign of text) {
    const found = glyphOf(sign, weight)
    if (!found) continue
    const { glyph, unitsPerEm } = found
    const scale = size / unitsPerEm
    if (glyph.path)
      svg += `<path transform="translate(${x.toFixed(2)} 0) scale(${scale.toFixed(5)})" d="${glyph.path}"/>`
    x += (glyph.advance + TRACKING[weight]) * size
  }
  return { svg: `<g fill="${color}">${svg}</g>`, width: x }
}

function glyphOf(sign: string, weight: Weight) {
  const codePoint = sign.codePointAt(0)!
  for (const font of fontsOf(weight)) {
    const glyph = font.glyph(codePoint)
    if (glyph) return { glyph, unitsPerEm: font.unitsPerEm }
  }
  return undefined
}

/** Whether the font has a glyph for every character. */
export const canSet = (text: string, weight: Weight): boolean =>
  Array.from(text).every((sign) => glyphOf(sign, weight))

/** Pixels of one line, without drawing it. */
function widthOf(text: string, size: number, weight: Weight): number {
  let em = 0
  for (const sign of text) {
    const found = glyphOf(sign, weight)
    if (found) em += found.glyph.advance + TRACKING[weight]
  }
  return em * size
}

/** Breaks a text into lines of at most `width` pixels; the last one ends with an ellipsis if the text is longer. */
export function breakLines(
  text: string,
  { size, weight, width, lines }: { size: number; weight: Weight; width: number; lines: number },
): string[] {
  const fits = (line: string) => widthOf(line, size, weight) <= width
  const result: string[] = []
  let words = text.split(' ')
  while (words.length && result.length < lines) {
    let count = 1
    while (count < words.length && fits(words.slice(0, count + 1).join(' '))) count++
    const isLast = result.length === lines - 1
    const line = (isLast ? words : words.slice(0, count)).join(' ')
    result.push(fits(line) ? line : cutTo(line, fits))
    words = words.slice(count)
  }
  return result
}

function cutTo(line: string, fits: (line: string) => boolean): string {
  const signs = Array.from(line)
  while (signs.length && !fits(`${signs.join('').trimEnd()}…`)) signs.pop()
  return `${signs.join('').trimEnd()}…`
}
