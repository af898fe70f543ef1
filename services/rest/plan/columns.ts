import type { Role } from '#kernel/db/claims.ts'
import type { Column } from '../catalogue/catalogue.ts'
import { errors } from '../errors/table.ts'
import type { ColumnRef, Order, Output, Where } from './types.ts'
import type { Condition, Field, Media, OrderTerm, RestRequest, SelectItem } from '../request.ts'
import { CASTS } from './casts.ts'

const MAX_NAME_BYTES = 63

/** Something with columns, as one role sees it: a table, or what a function returns. */
export interface Relation {
  name: string
  columns: ReadonlyMap<string, Column>
}

/** A column without a list of readers (what a function returns) is open to whoever may call. */
export function canRead(column: Column, role: Role): boolean {
  return column.readers === undefined || column.readers.has(role)
}

/**
 * Finds a column this role may read.
 * @throws 42703 where there is none of that name, 42501 where the role may not read it: the value is never touched
 */
export function readable(relation: Relation, name: string, role: Role): Column {
  const column = relation.columns.get(name)
  if (!column) throw errors.noColumn(relation.name, name)
  if (!canRead(column, role)) throw errors.noPrivilege(relation.name)
  return column
}

function ref(relation: Relation, { name, path }: Field, role: Role): ColumnRef {
  return { column: readable(relation, name, role), path }
}

/** Filters, and-ed; each column checked. */
export function planWhere(relation: Relation, where: Condition[], role: Role): Where[] {
  return where.map((condition) =>
    condition.kind === 'filter'
      ? {
          kind: 'filter',
          negated: condition.negated,
          ref: ref(relation, condition.field, role),
          operation: condition.operation,
        }
      : {
          kind: condition.kind,
          negated: condition.negated,
          parts: planWhere(relation, condition.parts, role),
        },
  )
}

/** @throws 42703 and 42501, as for every column: an order tells of the values it sorts by */
export function planOrder(relation: Relation, order: OrderTerm[], role: Role): Order[] {
  return order.map(({ field, direction, nulls }) => ({ ...ref(relation, field, role), direction, nulls }))
}

/**
 * The columns of the answer. `*` is every column that this role may read, so that a column grant never makes a
 * plain select fail, and never shows more than it grants.
 */
export function planOutput(relation: Relation, select: SelectItem[], role: Role): Output[] {
  return select.flatMap((item) => {
    if (item.kind === 'star') return star(relation, role)
    if (item.kind === 'relation') throw errors.noRelationship(relation.name, item.name, item.hint)
    if (item.aggregate) throw errors.noAggregates()
    const found = ref(relation, item.field, role)
    return [{ ...found, cast: castType(item.cast), name: outputName(item.alias, item.field) }]
  })
}

function star(relation: Relation, role: Role): Output[] {
  const columns = [...relation.columns.values()].filter((column) => canRead(column, role))
  if (columns.length === 0) throw errors.noPrivilege(relation.name)
  return columns.map((column) => ({ column, path: [], name: column.name }))
}

/** The alias, else the last key of a JSON path, else the column. */
function outputName(alias: string | undefined, { name, path }: Field): string {
  const chosen = alias ?? path.findLast(({ key }) => key !== undefined)?.key ?? name
  // PostgreSQL would cut it without a word.
  if (alias !== undefined && Buffer.byteLength(alias) > MAX_NAME_BYTES) {
    throw errors.badQuery('failed to parse select parameter', `an alias has at most ${MAX_NAME_BYTES} bytes`)
  }
  return chosen
}

function castType(cast: string | undefined): string | undefined {
  if (cast === undefined) return undefined
  const type = CASTS.get(cast.toLowerCase())
  if (!type) throw errors.noType(cast.slice(0, 100))
  return type
}

/** Body of an answer that shows rows; HEAD and `return=minimal` show none. */
export function planBody(
  media: Media,
  shown: boolean,
): { body: Media['kind'] | 'none'; stripNulls: boolean } {
  return { body: shown ? media.kind : 'none', stripNulls: media.stripNulls }
}

/** Rows asked for, never more than the service gives at once. */
export function planPage(request: RestRequest, most: number) {
  const { offset, limit } = request.range
  return { offset, limit: Math.min(limit ?? most, most), count: request.prefer.count !== undefined }
}
