import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import subsetFont from 'subset-font'
import type { Language } from '#kernel/browser/languages.ts'
import { readFontsOf } from './font-files.ts'
import { type Piece, piecesOf, settable } from './text-pieces.ts'
import { wrapped } from './wrapped.ts'

export type Weight = 400 | 700

/** How a text is set. Sizes are points. */
export interface TextStyle {
  size: number
  weight: Weight
  color: string
  /** Between characters. */
  spacing?: number
}

export interface Typesetter {
  /** Breaks a text into lines of at most this width. A text that needs more lines ends with an ellipsis. */
  lines(text: string, style: TextStyle, width: number, most: number): string[]
  /**
   * Draws one of the `lines` between two edges, its baseline at `y`. It begins where lines of the page begin, or is in the middle.
   * @param direction of the line; `auto` for text of which only the author knows it
   */
  draw(
    line: string,
    style: TextStyle,
    at: {
      left: number
      right: number
      y: number
      align: 'start' | 'center'
      direction?: 'ltr' | 'rtl' | 'auto'
    },
  ): void
}

const ELLIPSIS = '…'

/**
 * Sets text in a document with the fonts that it needs, of which the document gets the characters that it uses.
 * Other requests get their turn after each text and each font, because anyone may have written the texts.
 * @param texts everything that will be set, by weight
 */
export async function typesetter(
  doc: PDFKit.PDFDocument,
  texts: Record<Weight, readonly string[]>,
  language: Language,
): Promise<Typesetter> {
  const fonts = new Map<string, string>()
  for (const weight of [400, 700] as const) await addFonts(weight, texts[weight])
  const pageDirection = language === 'ar' ? 'rtl' : 'ltr'

  async function addFonts(weight: Weight, all: readonly string[]): Promise<void> {
    const wanted = new Map<string, Set<string>>()
    for (const text of new Set([...all, ELLIPSIS])) {
      await readFontsOf(text, language)
      await nextTurn()
      for (const { text: own, file } of piecesOf(settable(text, language), language, 'ltr')) {
        const set = wanted.get(file.path) ?? new Set()
        wanted.set(file.path, set)
        for (const character of own) set.add(character)
      }
    }
    for (const [path, set] of wanted) {
      await nextTurn()
      const name = `${path} ${weight}`
      const part = await subsetFont(readFileSync(path), [...set, ' '].join(''), {
        targetFormat: 'sfnt',
        variationAxes: { wght: weight },
      })
      doc.registerFont(name, part)
      fonts.set(name, name)
    }
  }

  function use({ file }: Piece, { weight, size }: TextStyle): void {
    doc.font(fonts.get(`${file.path} ${weight}`)!, size)
  }
  const options = (style: TextStyle) => ({
    // Shaped as a whole: without the list, words are set one by one, from left to right.
    features: [] as PDFKit.Mixins.OpenTypeFeatures[],
    characterSpacing: style.spacing ?? 0,
    lineBreak: false,
  })
  function widthOf(pieces: readonly Piece[], style: TextStyle): number {
    let width = 0
    for (const piece of pieces) {
      use(piece, style)
      width += doc.widthOfString(piece.text, options(style))
    }
    return width
  }
  // Pages repeat most of their lines.
  const known = new Map<string, readonly Piece[]>()
  function pieces(line: string, direction: 'ltr' | 'rtl' | 'auto'): readonly Piece[] {
    const key = `${direction} ${line}`
    const found = known.get(key) ?? piecesOf(line, language, direction)
    known.set(key, found)
    return found
  }
  const measure = (line: string, style: TextStyle) => widthOf(pieces(line, 'auto'), style)
  const broken = new Map<string, string[]>()

  return {
    lines(text, style, width, most) {
      const key = JSON.stringify([text, style, width, most])
      const found = broken.get(key) ?? breakLines(text, style, width, most)
      broken.set(key, found)
      return found
    },
    draw(line, style, { left, right, y, align, direction = 'auto' }) {
      const own = pieces(line, direction)
      const free = right - left - widthOf(own, style)
      let x = left + (align === 'center' ? free / 2 : pageDirection === 'rtl' ? free : 0)
      doc.fillColor(style.color)
      for (const piece of own) {
        use(piece, style)
        doc.text(piece.text, x, y, { ...options(style), baseline: 'alphabetic' })
        x += doc.widthOfString(piece.text, options(style))
      }
    },
  }

  function breakLines(text: string, style: TextStyle, width: number, most: number): string[] {
    const fits = (line: string) => measure(line.trimEnd(), style) <= width
    const lines = wrapped(settable(text, language).trim(), fits, most)
    if (lines.length <= most) return lines
    let last = lines[most - 1]!.trimEnd()
    while (last !== '' && !fits(last + ELLIPSIS)) last = Array.from(last).slice(0, -1).join('').trimEnd()
    return [...lines.slice(0, most - 1), last + ELLIPSIS]
  }
}
