import type { Column, Routine, Table } from '../catalogue/catalogue.ts'
import type { ColumnPair } from '../catalogue/relationship.ts'
import type { Relation } from './columns.ts'
import type { StoredRows } from '../records/stored-rows.ts'
import type { Aggregate, JsonStep, Media, Operation } from '../request.ts'

/** The operation to run, with every name resolved in the catalogue. Types only. */

/** A column that this role may read, or a path inside its JSON. */
export interface ColumnRef {
  column: Column
  path: JsonStep[]
}

export interface ColumnOutput extends ColumnRef {
  kind: 'column'
  cast?: string
  /** Aggregates the rows that are equal in all columns without an aggregate. */
  aggregate?: Aggregate
  /** Key in the response. */
  name: string
}

/** `count()`, or `count` if no column has that name: the number of rows. */
export interface CountOutput {
  kind: 'count'
  aggregate: Aggregate
  name: string
}

export type Output = ColumnOutput | CountOutput | { kind: 'embed'; embed: Embed }

export type Where =
  | { kind: 'filter'; negated: boolean; ref: ColumnRef; operation: Operation }
  | { kind: 'and' | 'or'; negated: boolean; parts: Where[] }
  | { kind: 'exists'; negated: boolean; embed: Embed }

/** Orders by a column of the rows, or of the one row embedded in each. */
export interface Order extends ColumnRef {
  embed?: Embed
  cast?: string
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

/** How the rows of an embedding are reached from a row of its parent. */
export type Link =
  | { kind: 'key'; table: string; columns: readonly ColumnPair[] }
  | {
      kind: 'junction'
      table: string
      junction: string
      /** Column of the parent, column of the junction. */
      source: readonly ColumnPair[]
      /** Column of the embedded table, column of the junction. */
      target: readonly ColumnPair[]
    }
  | { kind: 'computed'; routine: string; parent: string }

/** Rows embedded in each row of a parent. */
export interface Embed {
  /** The alias of its rows in the statement. Never a name from the caller. */
  rows: string
  /** Key in the response. */
  name: string
  relation: Relation
  link: Link
  toOne: boolean
  spread: boolean
  output: Output[]
  where: Where[]
  order: Order[]
  offset: string
  /** Undefined if the database guarantees at most one row. */
  limit?: number
}

/** How rows are turned into the response. `none`: no body, only a row count. */
export interface Shape {
  body: Media['kind'] | 'none'
  stripNulls: boolean
}

/**
 * A check on the row count, inside the statement, so that a failure rolls back without a further round trip.
 */
export type Guard = { kind: 'single' } | { kind: 'affected'; most: number } | { kind: 'put' }

export interface Page {
  where: Where[]
  order: Order[]
  offset: string
  limit: number
  /** Also count all rows that match the filters and row-level security. */
  count: boolean
}

export interface ReadPlan extends Page, Shape {
  kind: 'read'
  table: Table
  output: Output[]
}

/** The output of written rows in the response. */
export interface WrittenOutput extends Shape {
  output: Output[]
  /** Filters the written rows in the response: those with the matches that `!inner` requires. */
  filters: Where[]
  order: Order[]
}

export interface InsertPlan extends WrittenOutput {
  kind: 'insert'
  table: Table
  columns: Column[]
  json: string
  list: boolean
  /** Use a column's default if a row of the body lacks the key. */
  defaults: boolean
  conflict?: { columns: Column[]; merge: boolean }
  /** PUT: the row must match these filters. */
  match: Where[]
  guard?: Guard
  record?: RecordWrite
}

export interface UpdatePlan extends WrittenOutput {
  kind: 'update'
  table: Table
  columns: Column[]
  json: string
  where: Where[]
  guard?: Guard
  record?: RecordWrite
}

/** How rows of a tenant's own table are stored. */
export interface RecordWrite {
  stored: StoredRows
  /** They wait for approval. */
  waits: boolean
  /** They belong to the caller's team. */
  ofTeam: boolean
  /** The caller may not use the id of a deleted row. */
  checksId: boolean
}

export interface DeletePlan extends WrittenOutput {
  kind: 'delete'
  table: Table
  where: Where[]
  guard?: Guard
}

export interface CallPlan extends Page, Shape {
  kind: 'call'
  routine: Routine
  args:
    | { kind: 'json'; json: string; names: string[] }
    | { kind: 'whole'; json: string }
    | { kind: 'direct'; values: Map<string, string[]> }
  output: Output[]
  guard?: Guard
  readOnly: boolean
  /** The value is the whole response body, sent as this type instead of JSON. */
  raw?: { type: string; bytes: boolean }
}

/** OPTIONS: the response comes from the catalogue alone. */
export interface InfoPlan {
  kind: 'info'
  allow: string
}

export type Plan = ReadPlan | InsertPlan | UpdatePlan | DeletePlan | CallPlan
