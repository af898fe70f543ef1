import bidiFactory from 'bidi-js'
import type { Language } from '#kernel/browser/languages.ts'
import { type FontFile, fontFileFor, hasAll } from './font-files.ts'

// Its types describe the module for bundlers; Node imports the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/** A piece of a line that one font sets, in the order of the eye. */
export interface Piece {
  /** As the font gets it: in the order of reading for scripts that it turns itself, otherwise in the order of the eye. */
  text: string
  file: FontFile
}

/** What a character is that no font has. Every file of the base typeface for Latin has it. */
const MISSING = '\uFFFD'
/** Characters without a shape of their own: controls, marks of direction, selectors of variants, joiners. */
const SHAPELESS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}]/u
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
/** Joiners that change the shapes of letters around them. */
const JOINERS = /[\u200c\u200d]/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const pointsOf = (text: string) => Array.from(text, (character) => character.codePointAt(0)!)

/** A cluster of characters that one font sets. */
interface Cluster {
  text: string
  file: FontFile
}

/**
 * Text with only characters that a font has: others become U+FFFD, one for each that a reader would see, and those without a shape
 * are dropped. No text can therefore break the file or the layout.
 */
export function settable(text: string, language: Language): string {
  const plain = text.normalize('NFC').replaceAll(/\s+/g, ' ')
  let set = ''
  for (const { segment } of graphemes.segment(plain)) set += clusterOf(segment, language)?.text ?? ''
  return set
}

/** @param before the font of the cluster before, which is kept if it can be */
function clusterOf(segment: string, language: Language, before?: FontFile): Cluster | undefined {
  const visible = Array.from(segment)
    .filter((one) => !SHAPELESS.test(one))
    .join('')
  // Joiners stay where the font knows them. A letter without its accent is better than none.
  const candidates = [...(JOINERS.test(segment) ? [segment] : []), visible, visible.replaceAll(/\p{M}/gu, '')]
  for (const text of candidates) {
    if (text === '') continue
    const points = pointsOf(text)
    const file = before && hasAll(before, points) ? before : fontFileFor(points, language)
    if (file) return { text, file }
  }
  if (visible === '') return undefined
  return { text: MISSING, file: fontFileFor(pointsOf(MISSING), language)! }
}

/** Splits one line of settable text into pieces in the order of the eye (UAX #9). */
export function piecesOf(line: string, language: Language, direction: 'ltr' | 'rtl' | 'auto'): Piece[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction)
  const mirrored = bidi.getMirroredCharactersMap(line, levels)
  const turned = [...line.matchAll(/[^]/g)].map(({ index, 0: unit }) => mirrored.get(index) ?? unit).join('')
  return visualRuns(levels).flatMap(({ start, end, level }) => {
    const pieces = piecesOfRun(turned.slice(start, end), language, level % 2 === 1)
    return level % 2 === 1 ? pieces.toReversed() : pieces
  })
}

interface Run {
  start: number
  end: number
  level: number
}

/** Runs of one level, in the order of the eye: rule L2 of the algorithm, for runs instead of characters. */
function visualRuns(levels: Uint8Array): Run[] {
  let runs: Run[] = []
  for (const [index, level] of levels.entries()) {
    const last = runs.at(-1)
    if (last?.level === level) last.end = index + 1
    else runs.push({ start: index, end: index + 1, level })
  }
  const highest = Math.max(0, ...levels)
  for (let level = highest; level > 0; level--) {
    const next: Run[] = []
    let turned: Run[] = []
    for (const run of runs)
      if (run.level >= level) turned.push(run)
      else {
        next.push(...turned.toReversed(), run)
        turned = []
      }
    runs = [...next, ...turned.toReversed()]
  }
  return runs
}

function piecesOfRun(text: string, language: Language, isTurned: boolean): Piece[] {
  const clusters: Cluster[] = []
  for (const { segment } of graphemes.segment(text)) {
    const cluster = clusterOf(segment, language, clusters.at(-1)?.file)
    const last = clusters.at(-1)
    if (cluster && last?.file === cluster.file) last.text += cluster.text
    else if (cluster) clusters.push(cluster)
  }
  return clusters.map(({ text: own, file }) => ({
    // The font turns letters of these scripts itself, and nothing else.
    text: isTurned && !RIGHT_TO_LEFT.test(own) ? turn(own) : own,
    file,
  }))
}

const turn = (text: string) =>
  [...graphemes.segment(text)]
    .map(({ segment }) => segment)
    .toReversed()
    .join('')
