import type { Role } from '#kernel/db/claims.ts'

/** Columns that are equal in two related rows: one of `from`, one of the other side. */
export type ColumnPair = readonly [string, string]

/** By a foreign key, seen from the table that has it (`forward`) or from the table that it references. */
export interface KeyRelationship {
  kind: 'key'
  from: string
  to: string
  forward: boolean
  /** At most one row of `to` belongs to a row of `from`. */
  toOne: boolean
  /** Each direction leads to at most one row. */
  oneToOne: boolean
  constraint: string
  columns: readonly ColumnPair[]
  toView: boolean
}

/** Many-to-many, through a table whose primary key contains a foreign key to each side. */
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

/** By a function that takes a row of `from` and returns rows of `to`. */
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
 * The column that a foreign key is named by: its only one, or the only one with a different name on the other
 * side. Keys here have the form (tenant_id, author_id) → (tenant_id, id); such a key is named by `author_id`.
 */
export function namingPair(columns: readonly ColumnPair[]): ColumnPair | undefined {
  if (columns.length === 1) return columns[0]
  const renamed = columns.filter(([here, there]) => here !== there)
  return renamed.length === 1 ? renamed[0] : undefined
}
