import { faultText } from '#kernel/browser/fields/fault-text.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { defaultValue } from '#kernel/browser/fields/read-value.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import { valueText } from '#kernel/browser/fields/value-text.ts'
import { readCell } from './read-cell.ts'
import type { Notation } from './read-cell.ts'
import type { ImportFault, SheetRow } from './sheet.ts'

/** Where a column of the file goes. */
export interface ColumnTarget extends Notation {
  /** From 0. */
  column: number
  field: Field
}

/** A row as the data API takes it. */
export interface ReadyRow {
  line: number
  values: Record<string, Value>
}

export interface Converted {
  rows: ReadyRow[]
  /** One fault per refused cell; its row is not imported. */
  faults: ImportFault[]
}

/**
 * Turns rows of a file into rows of a table. Every row has the same names, as the data API needs. Required fields without a cell
 * get their default. Repeated values of unique fields are refused here, with both lines.
 */
export function convertRows(
  rows: readonly SheetRow[],
  targets: readonly ColumnTarget[],
  fields: readonly Field[],
  isJson: boolean,
): Converted {
  const seen = new Map(
    targets.filter(({ field }) => field.unique).map(({ field }) => [field.name, new Map<string, number>()]),
  )
  const used = new Set(targets.map(({ field }) => field.name))
  const absent = fields.filter(({ name, required }) => required && !used.has(name))
  const ready: ReadyRow[] = []
  const faults: ImportFault[] = []
  for (const { line, cells } of rows) {
    const values: Record<string, Value> = {}
    const refused: ImportFault[] = []
    for (const { column, field, ...notation } of targets) {
      const read = readCell({ ...field, required: false }, cells[column] ?? null, notation, isJson)
      const value = read.fault ? null : (read.value ?? (field.required ? defaultValue(field) : null))
      const fault =
        read.fault ?? (value === null && field.required ? { code: 'required' as const } : undefined)
      const earlier = fault ? undefined : repeated(seen.get(field.name), value, line)
      if (fault) refused.push({ line, column: column + 1, text: faultText(fault, field) })
      else if (earlier)
        refused.push({ line, column: column + 1, text: `repeats the value of line ${earlier}` })
      values[field.name] = value
    }
    for (const field of absent) {
      values[field.name] = defaultValue(field)
      if (values[field.name] === null)
        refused.push({ line, text: `has no "${field.title}", which must not be empty` })
    }
    if (refused.length > 0) faults.push(...refused)
    else ready.push({ line, values })
  }
  return { rows: ready, faults }
}

function repeated(seen: Map<string, number> | undefined, value: Value, line: number): number | undefined {
  if (!seen || value === null) return undefined
  const text = valueText(value)
  const earlier = seen.get(text)
  if (earlier === undefined) seen.set(text, line)
  return earlier
}
