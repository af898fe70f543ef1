import type { Role } from '#kernel/db/claims.ts'

/** Columns that are equal where two rows belong together: one of `from`'s side, one of the other. */
export type ColumnPair = readonly [string, string]

/** By a foreign key, seen from the table that holds it (`forward`) or from the one it refers to. */
export interface KeyRelationship {
  kind: 'key'
  from: string
  to: string
  forward: boolean
  /** At most one row of `to` belongs to a row of `from`. */
  toOne: boolean
  /** Both ways lead to one row at most. */
  oneToOne: boolean
  constraint: string
  columns: readonly ColumnPair[]
  toView: boolean
}

/** Many-to-many, by a table whose key holds a foreign key to each side. */
export interface JunctionRelationship {
  kind: 'junction'
  from: string
  to: string
  toOne: false
  junction: string
  constraints: readonly [string, string]
  /** Column of `from`, column of the junction. */
  source: readonly ColumnPair[]
  /** Column of `to`, column of the junction. */
  target: readonly ColumnPair[]
}

/** By a function of the row of `from` that returns rows of `to`. */
export interface ComputedRelationship {
  kind: 'computed'
  from: string
  to: string
  toOne: boolean
  routine: string
  callers: ReadonlySet<Role>
}

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship

/**
 * The column that a foreign key goes by: its only one, or the only one that has another name on the other side. Keys
 * here are (tenant_id, author_id) → (tenant_id, id): that one goes by `author_id`.
 */
export function namingPair(columns: readonly ColumnPair[]): ColumnPair | undefined {
  if (columns.length === 1) return columns[0]
  const renamed = columns.filter(([here, there]) => here !== there)
  return renamed.length === 1 ? renamed[0] : undefined
}
