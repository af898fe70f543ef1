import type { ColumnRef } from '../plan/types.ts'
import { identifier, publicName } from './text.ts'
import type { Parameters } from './text.ts'

/** Alias in every statement of the rows that filters, order and output refer to. */
export const ROWS = 'm'

/** A column of the rows, or a path inside its JSON. Values other than json are converted to jsonb first. */
export function columnSql({ column, path }: ColumnRef, parameters: Parameters, rows = ROWS): string {
  const { computed, stored } = column
  const plain = computed
    ? `${publicName(computed.routine)}(${wholeRow(rows, computed.table)})`
    : (stored?.(rows) ?? `${rows}.${identifier(column.name)}`)
  if (path.length === 0) return plain
  const json = column.base === 'json' || column.base === 'jsonb' ? plain : `to_jsonb(${plain})`
  const steps = path.map(({ arrow, key, index }) =>
    key === undefined ? `${arrow}${parameters.add(index!)}::int` : `${arrow}${parameters.add(key)}::text`,
  )
  return `(${json}${steps.join('')})`
}

/**
 * The row as one value, for functions that take a row. The rows can also be a function's result or written
 * rows. Uses `m.*` instead of `m`, which a column of that name would hide.
 */
export function wholeRow(rows: string, table: string): string {
  return `(${rows}.*)::${publicName(table)}`
}
