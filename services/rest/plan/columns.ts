import type { Role } from '#kernel/db/claims.ts'
import type { Column } from '../catalogue/catalogue.ts'
import { errors } from '../errors/table.ts'
import type { RecordSource } from '../records/record-table.ts'
import type { ColumnOutput, ColumnRef, Output } from './types.ts'
import type { Aggregate, Field, Media, SelectItem } from '../request.ts'
import { CASTS } from './casts.ts'

const MAX_NAME_BYTES = 63

/** A relation as one role sees it: a table, or the result of a function. */
export interface Relation {
  name: string
  columns: ReadonlyMap<string, Column>
  computed?: ReadonlyMap<string, Column>
  /** The table that the rows belong to. They have its relationships. */
  table?: string
  /** Set for a tenant's own table. */
  record?: RecordSource
}

/**
 * A column without a list of readers belongs to a function's result: every caller of the function may read
 * it.
 */
export function canRead(column: Column, role: Role): boolean {
  return column.readers === undefined || column.readers.has(role)
}

/**
 * Finds a column that this role may read.
 * @throws 42703 if no such column exists, 42501 if the role may not read it; its value is never touched
 */
export function readable(relation: Relation, name: string, role: Role): Column {
  const column = relation.columns.get(name) ?? relation.computed?.get(name)
  if (!column) throw errors.noColumn(relation.name, name)
  if (!canRead(column, role)) throw errors.noPrivilege(relation.name)
  return column
}

/** @throws 42703 and 42501, like `readable` */
export function columnRef(relation: Relation, { name, path }: Field, role: Role): ColumnRef {
  return { column: readable(relation, name, role), path }
}

/**
 * The output of one select item. `*` means every column that this role may read, so that a plain select never
 * fails because of a column grant and never shows more than the grant allows.
 * @param aggregates whether `sum()` and other aggregates are allowed
 */
export function planColumns(
  relation: Relation,
  item: Exclude<SelectItem, { kind: 'relation' }>,
  role: Role,
  aggregates: boolean,
): Output[] {
  if (item.kind === 'star') return star(relation, role)
  const { field, alias } = item
  const aggregate = item.aggregate && planAggregate(item.aggregate)
  if (aggregate && !aggregates) throw errors.noAggregates()
  if (aggregate && field.name === '*') {
    return [{ kind: 'count', aggregate, name: outputName(alias, 'count') }]
  }
  // Clients often write `items(count)`. It reveals no more than `Prefer: count=exact`.
  const isCount = field.name === 'count' && !aggregate && field.path.length === 0
  if (isCount && !relation.columns.has('count') && !relation.computed?.has('count')) {
    return [
      {
        kind: 'count',
        aggregate: { name: 'count', cast: castType(item.cast) },
        name: outputName(alias, 'count'),
      },
    ]
  }
  const name = outputName(alias, aggregate?.name ?? lastKey(field) ?? field.name)
  return [{ kind: 'column', ...columnRef(relation, field, role), cast: castType(item.cast), aggregate, name }]
}

function planAggregate({ name, cast }: Aggregate): Aggregate {
  return { name, cast: castType(cast) }
}

function star(relation: Relation, role: Role): ColumnOutput[] {
  const columns = [...relation.columns.values()].filter((column) => canRead(column, role))
  if (columns.length === 0) throw errors.noPrivilege(relation.name)
  return columns.map((column) => ({ kind: 'column', column, path: [], name: column.name }))
}

function lastKey({ path }: Field): string | undefined {
  return path.findLast(({ key }) => key !== undefined)?.key
}

/** The alias, or else the item's own name. */
export function outputName(alias: string | undefined, name: string): string {
  // PostgreSQL would truncate it silently.
  if (alias !== undefined && Buffer.byteLength(alias) > MAX_NAME_BYTES) {
    throw errors.badQuery('failed to parse select parameter', `an alias has at most ${MAX_NAME_BYTES} bytes`)
  }
  return alias ?? name
}

function castType(cast: string | undefined): string | undefined {
  if (cast === undefined) return undefined
  const type = CASTS.get(cast.toLowerCase())
  if (!type) throw errors.noType(cast.slice(0, 100))
  return type
}

/** The body format of a response that shows rows. HEAD and `return=minimal` have no body. */
export function planBody(
  media: Media,
  hasBody: boolean,
): { body: Media['kind'] | 'none'; stripNulls: boolean } {
  return { body: hasBody ? media.kind : 'none', stripNulls: media.stripNulls }
}
