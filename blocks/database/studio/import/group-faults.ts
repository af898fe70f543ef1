import type { ImportFault } from './sheet.ts'
import { placeText } from './sheet.ts'

/** The same problem in several lines. */
export interface FaultGroup {
  /** `Line 3, column 2` or `Lines 2 to 4`. */
  place: string
  /** Continues the place: `must be a number`. */
  text: string
  count: number
}

/** Groups faults that say the same of the same column, in the order of their first lines. */
export function groupFaults(faults: readonly ImportFault[]): FaultGroup[] {
  const groups = Map.groupBy(faults, ({ column, text }) => `${column} ${text}`)
  return [...groups.values()].map((group) => {
    const { column, text } = group[0]!
    const lines = [...new Set(group.map(({ line }) => line))]
    const count = group.length
    if (lines.length === 1) return { place: placeText(group[0]!), text, count }
    const place = `Lines ${linesText(lines)}`
    return column === undefined
      ? { place, text: pluralText(text), count }
      : { place: `${place}, column ${column}`, text, count }
  })
}

/** Line numbers shown of a group; the others are counted. */
const MOST_RANGES = 5

/** `2 to 4, 7 and 9`, from lines in order. */
function linesText(lines: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const line of lines.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range && line === range[1] + 1) range[1] = line
    else ranges.push([line, line])
  }
  const shown = ranges.slice(0, MOST_RANGES)
  const hidden = ranges.slice(MOST_RANGES).reduce((sum, [first, last]) => sum + last - first + 1, 0)
  const texts = shown.flatMap(([first, last]) =>
    last === first ? [`${first}`] : last === first + 1 ? [`${first}`, `${last}`] : [`${first} to ${last}`],
  )
  return and.format(hidden > 0 ? [...texts, `${hidden.toLocaleString('en-US')} more`] : texts)
}

const and = new Intl.ListFormat('en', { type: 'conjunction' })

const PLURALS: Record<string, string> = { has: 'have', is: 'are', was: 'were', does: 'do', repeats: 'repeat' }

/** `has no "Email"` of one line is `have no "Email"` of several. */
const pluralText = (text: string): string => text.replace(/^\w+/, (verb) => PLURALS[verb] ?? verb)
