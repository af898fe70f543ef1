import type { Result, Snapshot } from './attempts.ts'
import { keyText } from './cells.ts'
import type { Cell } from './cells.ts'
import type { Outcome, Row, TableAccess } from './types.ts'

/**
 * Compares the outcome of a cell with the expected one.
 * @returns a description of the difference, or undefined
 */
export function judge(table: TableAccess, cell: Cell, before: Snapshot, result: Result): string | undefined {
  const labels = new Map(Object.entries(table.rows).map(([label, row]) => [keyText(table, row), label]))
  const label = (key: string) => labels.get(key) ?? `an unlabeled row (${key})`
  const wanted = describe(cell.outcome)
  const actual = describe(outcomeOf(cell.outcome, before, result, label))
  if (wanted !== actual)
    return `expected ${wanted}, got ${actual}${'message' in result ? ` (${result.message})` : ''}`
  if ('after' in result && typeof cell.outcome === 'object' && 'becomes' in cell.outcome)
    return differences(cell.outcome.becomes ?? {}, labels, result.after)
  return undefined
}

function outcomeOf(
  wanted: Outcome,
  before: Snapshot,
  result: Result,
  label: (key: string) => string,
): Outcome | { sees: string[] } {
  if ('code' in result) {
    if (result.code !== '42501') return { fails: result.code }
    // Both are 42501: no privilege at all, or a row that no policy allows.
    return result.message.includes('row-level security') ? 'refused' : 'denied'
  }
  if ('rows' in result) return { sees: result.rows.map((row) => label(String(row['key']))) }
  const added = Object.keys(result.after).filter((key) => !(key in before))
  const touched = Object.keys(before).filter((key) => result.after[key]?.ctid !== before[key]!.ctid)
  return typeof wanted === 'object' && 'inserts' in wanted && touched.length === 0
    ? { inserts: added.length }
    : { touches: touched.map(label) }
}

function describe(outcome: Outcome): string {
  if (typeof outcome === 'string') return outcome
  if ('fails' in outcome) return `SQLSTATE ${outcome.fails}`
  if ('inserts' in outcome) return `${outcome.inserts} rows inserted`
  const [verb, rows] = 'sees' in outcome ? ['sees', outcome.sees] : ['touches', outcome.touches]
  return `${verb} ${[...rows].sort().join(', ') || 'nothing'}`
}

/** Compares the values of the touched rows after the write, as JSON. */
function differences(
  wanted: Record<string, Row>,
  labels: Map<string, string>,
  after: Snapshot,
): string | undefined {
  const faults = Object.entries(after).flatMap(([key, row]) =>
    Object.entries(wanted[labels.get(key) ?? ''] ?? {})
      .filter(([column, value]) => JSON.stringify(row[column]) !== JSON.stringify(value))
      .map(
        ([column, value]) =>
          `${column} must be ${JSON.stringify(value)} and is ${JSON.stringify(row[column])}`,
      ),
  )
  return faults.length ? faults.join(', ') : undefined
}
