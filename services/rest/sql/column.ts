import type { ColumnRef } from '../plan/types.ts'
import { identifier, publicName } from './text.ts'
import type { Parameters } from './text.ts'

/** Name under which every statement knows the rows that filters, order and output speak of. */
export const ROWS = 'm'

/** A column of the rows, or a place inside its JSON. Anything but json is read as jsonb first. */
export function columnSql({ column, path }: ColumnRef, parameters: Parameters, rows = ROWS): string {
  const { computed } = column
  const plain = computed
    ? `${publicName(computed.routine)}(${wholeRow(rows, computed.table)})`
    : `${rows}.${identifier(column.name)}`
  if (path.length === 0) return plain
  const json = column.base === 'json' || column.base === 'jsonb' ? plain : `to_jsonb(${plain})`
  const steps = path.map(({ arrow, key, index }) =>
    key === undefined ? `${arrow}${parameters.add(index!)}::int` : `${arrow}${parameters.add(key)}::text`,
  )
  return `(${json}${steps.join('')})`
}

/**
 * The row as one value, as functions of the row take it. The rows may be those of a function, or written ones.
 * `m.*` and not `m`, which a column of that name would hide.
 */
export function wholeRow(rows: string, table: string): string {
  return `(${rows}.*)::${publicName(table)}`
}
