import type { ChangeBinding } from '../ports.ts'
import { errors } from './errors.ts'
import { parseFilter } from './filter.ts'
import type { Condition } from './filter.ts'

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** A binding after parsing, before its tables and columns are looked up. */
export interface ParsedBinding {
  event: ChangeType | '*'
  /** `*` means every published schema or table. */
  schema: string
  table: string
  conditions: Condition[]
  /** Undefined: every readable column. */
  select: string[] | undefined
}

const EVENTS = new Set(['INSERT', 'UPDATE', 'DELETE', '*'])
const MAX_SELECTED = 500

/** @throws {AppError} malformed, with the hosted service's message if it has one */
export function parseBinding({
  event = '*',
  schema,
  table,
  filter,
  select,
}: Partial<Record<keyof ChangeBinding, unknown>>): ParsedBinding {
  const requestedEvent = typeof event === 'string' ? event.toUpperCase() : ''
  if (!EVENTS.has(requestedEvent))
    throw errors.malformed({ text: 'event must be *, INSERT, UPDATE or DELETE' })
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
    event: requestedEvent as ChangeType | '*',
    ...names,
    conditions: typeof filter === 'string' ? parseFilter(filter) : [],
    select: columns,
  }
}

function readSelect(select: unknown): string[] | undefined {
  if (select === undefined || select === null) return undefined
  if (!Array.isArray(select) || select.length > MAX_SELECTED)
    throw errors.malformed({
      text: 'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]',
    })
  const names = select.filter((name): name is string => typeof name === 'string')
  return names.length > 0 ? names : undefined
}

/** Describes the binding in an error message. */
export function describe({ event, schema, table, conditions, select }: ParsedBinding): string {
  const filters = conditions.map(
    ({ column, operator, value, negated }) =>
      `{${[column, operator, value].map((part) => JSON.stringify(part)).join(', ')}, ${negated}}`,
  )
  const columns = select ? `[${select.map((name) => JSON.stringify(name)).join(', ')}]` : 'nil'
  return `[event: ${event}, schema: ${schema}, table: ${table}, filters: [${filters.join(', ')}], select: ${columns}]`
}
