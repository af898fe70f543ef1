import { FileFault, MOST_CELL, MOST_COLUMNS } from './sheet.ts'
import type { ImportFault, Sheet, SheetRow } from './sheet.ts'

/** What separates cells, with its name. */
export const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const
export type Separator = keyof typeof SEPARATORS

/**
 * Reads delimited text (RFC 4180) with any of the separators and line ends. A cell without quotes and characters is null; `""`
 * is the empty text, unless the file puts every cell in quotes.
 * @param separator guessed from the first rows if absent
 * @throws {FileFault} for an unclosed quote
 */
export function readCsv(
  text: string,
  separator?: Separator,
): Omit<Sheet, 'format'> & { separator: Separator } {
  const named = /^sep=([,;\t|])(?:\r\n|\n|\r)/.exec(text)
  const chosen = separator ?? (named?.[1] as Separator | undefined) ?? guessSeparator(text)
  const start = named ? named[0].length : 0
  const { rows, faults, hasBareCells } = parse(text, start, chosen, named ? 2 : 1, Infinity)
  // Such a file says nothing by its quotes.
  if (!hasBareCells) for (const row of rows) row.cells = row.cells.map((cell) => (cell === '' ? null : cell))
  return { rows, faults, separator: chosen }
}

interface Parsed {
  rows: SheetRow[]
  faults: ImportFault[]
  /** At least one cell has characters outside quotes. */
  hasBareCells: boolean
}

function parse(text: string, start: number, separator: string, startLine: number, most: number): Parsed {
  const rows: SheetRow[] = []
  const faults: ImportFault[] = []
  let hasBareCells = false
  let line = startLine
  let at = start
  let width = 0
  while (at < text.length && rows.length < most) {
    const rowLine = line
    const cells: (string | null)[] = []
    let fault: ImportFault | undefined
    let isOpen = true
    while (isOpen) {
      const cell = readCell(text, at, separator, line, cells.length + 1)
      at = cell.end
      line += cell.breaks
      if (cells.length < MOST_COLUMNS) cells.push(cell.value)
      hasBareCells ||= cell.value !== null && !cell.isQuoted
      if (cell.fault) fault ??= { line: cell.faultLine, column: cells.length, text: cell.fault }
      isOpen = text[at] === separator
      if (isOpen) at++
    }
    if (text[at] === '\r') at += text[at + 1] === '\n' ? 2 : 1
    else if (text[at] === '\n') at++
    line++
    if (cells.every((cell) => cell === null)) continue
    width ||= cells.length
    const extra = cells.findIndex((cell, index) => index >= width && cell !== null)
    if (extra >= 0)
      fault ??= { line: rowLine, column: extra + 1, text: `is beyond the ${width} columns of the first row` }
    if (fault) faults.push(fault)
    else rows.push({ line: rowLine, cells: cells.slice(0, width) })
  }
  return { rows, faults, hasBareCells }
}

interface CellEnd {
  value: string | null
  isQuoted: boolean
  end: number
  /** Line ends inside the quotes. */
  breaks: number
  fault?: string
  faultLine: number
}

function readCell(text: string, start: number, separator: string, line: number, column: number): CellEnd {
  if (text[start] !== '"') {
    const end = endOfBare(text, start, separator)
    const value = end === start ? null : text.slice(start, end)
    return { value, isQuoted: false, end, breaks: 0, faultLine: line, ...tooLong(value) }
  }
  let from = start + 1
  let quote = text.indexOf('"', from)
  let hasQuotes = false
  while (quote >= 0 && text[quote + 1] === '"') {
    hasQuotes = true
    from = quote + 2
    quote = text.indexOf('"', from)
  }
  if (quote < 0) throw new FileFault(line, column, 'opens a quote that is never closed')
  const raw = text.slice(start + 1, quote)
  const value = hasQuotes ? raw.replaceAll('""', '"') : raw
  const breaks = /[\r\n]/.test(raw) ? raw.split(/\r\n|\n|\r/).length - 1 : 0
  const end = endOfBare(text, quote + 1, separator)
  const isFollowed = text.slice(quote + 1, end).trim() !== ''
  const fault = isFollowed ? { fault: 'has text after its closing quote' } : tooLong(value)
  return { value, isQuoted: true, end, breaks, faultLine: isFollowed ? line + breaks : line, ...fault }
}

const tooLong = (value: string | null) =>
  value !== null && value.length > MOST_CELL
    ? { fault: `has ${value.length.toLocaleString('en-US')} characters; a cell may have 100,000` }
    : {}

function endOfBare(text: string, start: number, separator: string): number {
  let end = start
  while (end < text.length) {
    const sign = text[end]!
    if (sign === separator || sign === '\n' || sign === '\r') break
    end++
  }
  return end
}

/** The separator that divides most of the first rows into as many cells as the first of them. */
function guessSeparator(text: string): Separator {
  const separators = Object.keys(SEPARATORS) as Separator[]
  const scores = separators.map((separator) => {
    try {
      const { rows, faults } = parse(text.slice(0, 64_000), 0, separator, 1, 50)
      const width = rows[0]?.cells.length ?? 0
      const full = rows.filter(({ cells }) => cells.at(-1) !== null).length
      return width < 2 ? 0 : (width - 1) * (rows.length + full - 3 * faults.length)
    } catch {
      return 0
    }
  })
  const best = Math.max(...scores)
  return best > 0 ? separators[scores.indexOf(best)]! : ','
}
