import { faultAt } from './decode-text.ts'
import { scanJson } from './scan-json.ts'
import { FileFault, MOST_COLUMNS } from './sheet.ts'
import type { ImportFault, Sheet, SheetRow } from './sheet.ts'

/**
 * Reads a list of objects, a list of lists, an object with such a list (`{"data": […]}`), or an object per line.
 * @throws {FileFault} at the first character that is no JSON
 */
export function readJson(text: string): Sheet {
  const isPerLine = /^\s*\{[^\r\n]*\}\s*[\r\n]+\s*\{/.test(text)
  const items = isPerLine ? readLines(text) : readList(text)
  if (items.length > 0 && items.every(({ value }) => Array.isArray(value)))
    return {
      rows: items.map(({ line, value }) => ({ line, cells: value as unknown[] })),
      faults: [],
      format: 'JSON',
    }
  return { ...readObjects(items), format: isPerLine ? 'JSON, one object per line' : 'JSON' }
}

interface Item {
  line: number
  value: unknown
}

function readList(text: string): Item[] {
  const { fault, items } = scanJson(text)
  if (fault !== undefined)
    throw faultAt(text, fault, fault >= text.trimEnd().length ? 'ends too early for JSON' : 'is not JSON')
  const parsed = JSON.parse(text) as unknown
  const list = Array.isArray(parsed)
    ? parsed
    : Object.values(parsed ?? {}).find((value) => Array.isArray(value))
  if (!Array.isArray(list)) throw new FileFault(1, 1, 'has no list of rows')
  const lines = linesAt(text, items)
  return list.map((value: unknown, index) => ({ line: lines[index] ?? 1, value }))
}

function readLines(text: string): Item[] {
  return text.split(/\r\n|\n|\r/).flatMap((part, index) => {
    if (part.trim() === '') return []
    const { fault } = scanJson(part)
    if (fault !== undefined) throw new FileFault(index + 1, fault + 1, 'is not JSON')
    return [{ line: index + 1, value: JSON.parse(part) as unknown }]
  })
}

function linesAt(text: string, offsets: readonly number[]): number[] {
  let line = 1
  let from = 0
  return offsets.map((offset) => {
    for (let next = text.indexOf('\n', from); next >= 0 && next < offset; next = text.indexOf('\n', from)) {
      line++
      from = next + 1
    }
    return line
  })
}

function readObjects(items: readonly Item[]): Pick<Sheet, 'rows' | 'faults' | 'names'> {
  const columns = new Map<string, number>()
  const rows: SheetRow[] = []
  const faults: ImportFault[] = []
  for (const { line, value } of items) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      faults.push({ line, text: 'is not an object' })
      continue
    }
    const cells: unknown[] = []
    for (const [name, cell] of Object.entries(value)) {
      if (!columns.has(name) && columns.size < MOST_COLUMNS) columns.set(name, columns.size)
      const column = columns.get(name)
      if (column !== undefined) cells[column] = cell
    }
    rows.push({ line, cells: Array.from(cells, (cell) => cell ?? null) })
  }
  return { rows, faults, names: [...columns.keys()] }
}
