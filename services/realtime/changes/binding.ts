import type { ChangeBinding } from '../ports.ts'
import { errors } from './errors.ts'
import { parseFilter } from './filter.ts'
import type { Condition } from './filter.ts'

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** A binding as it was understood; whether the tables and columns exist is not known yet. */
export interface ParsedBinding {
  event: ChangeType | '*'
  /** `*` stands for every published one. */
  schema: string
  table: string
  conditions: Condition[]
  /** Undefined: every column that may be read. */
  select: string[] | undefined
}

const EVENTS = new Set(['INSERT', 'UPDATE', 'DELETE', '*'])
const MOST_SELECTED = 500

/** @throws {AppError} malformed, in the words of the hosted service where it has some */
export function parseBinding({
  event = '*',
  schema,
  table,
  filter,
  select,
}: Partial<Record<keyof ChangeBinding, unknown>>): ParsedBinding {
  const wanted = typeof event === 'string' ? event.toUpperCase() : ''
  if (!EVENTS.has(wanted)) throw errors.malformed({ text: 'event must be *, INSERT, UPDATE or DELETE' })
  if (
    ![schema, table, filter].every((part) => part === undefined || part === null || typeof part === 'string')
  )
    throw errors.malformed({ text: 'schema, table and filter must be strings' })
  if (!schema && !table)
    throw errors.malformed({
      text: 'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to',
    })
  const columns = readSelect(select)
  const names = { schema: (schema as string) || 'public', table: (table as string) || '*' }
  if (columns && (names.schema === '*' || names.table === '*'))
    throw errors.malformed({
      text: 'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    })
  return {
    event: wanted as ChangeType | '*',
    ...names,
    conditions: typeof filter === 'string' ? parseFilter(filter) : [],
    select: columns,
  }
}

function readSelect(select: unknown): string[] | undefined {
  if (select === undefined || select === null) return undefined
  if (!Array.isArray(select) || select.length > MOST_SELECTED)
    throw errors.malformed({
      text: 'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]',
    })
  const names = select.filter((name): name is string => typeof name === 'string')
  return names.length > 0 ? names : undefined
}

/** The binding in the words of an error. */
export function describe({ event, schema, table, conditions, select }: ParsedBinding): string {
  const filters = conditions.map(
    ({ column, operator, value, negated }) =>
      `{${[column, operator, value].map((part) => JSON.stringify(part)).join(', ')}, ${negated}}`,
  )
  const columns = select ? `[${select.map((name) => JSON.stringify(name)).join(', ')}]` : 'nil'
  return `[event: ${event}, schema: ${schema}, table: ${table}, filters: [${filters.join(', ')}], select: ${columns}]`
}
