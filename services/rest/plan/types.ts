import type { Column, Routine, Table } from '../catalogue/catalogue.ts'
import type { ColumnPair } from '../catalogue/relationship.ts'
import type { Relation } from './columns.ts'
import type { Aggregate, JsonStep, Media, Operation } from '../request.ts'

/** What is to be done, with every name found in the catalogue. Types only. */

/** A column that this role may read, or a place inside its JSON. */
export interface ColumnRef {
  column: Column
  path: JsonStep[]
}

export interface ColumnOutput extends ColumnRef {
  kind: 'column'
  cast?: string
  /** Of the rows that are alike in all that is not aggregated. */
  aggregate?: Aggregate
  /** Key in the answer. */
  name: string
}

/** `count()`, or `count` where no column has that name: how many rows. */
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

/** By a column of the rows, or of the one row embedded in each. */
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

/** Rows that belong to each row of a parent. */
export interface Embed {
  /** What the statement calls its rows. No word of a caller. */
  rows: string
  /** Key in the answer. */
  name: string
  relation: Relation
  link: Link
  toOne: boolean
  spread: boolean
  output: Output[]
  where: Where[]
  order: Order[]
  offset: string
  /** Undefined where the database holds that there is no second row. */
  limit?: number
}

/** How rows become the answer. `none`: no body, only a count of rows. */
export interface Shape {
  body: Media['kind'] | 'none'
  stripNulls: boolean
}

/** A check on the number of rows, inside the statement, so that a refusal undoes it without a further trip. */
export type Guard = { kind: 'single' } | { kind: 'affected'; most: number } | { kind: 'put' }

export interface Page {
  where: Where[]
  order: Order[]
  offset: string
  limit: number
  /** Count all rows that the filters and row-level security leave, too. */
  count: boolean
}

export interface ReadPlan extends Page, Shape {
  kind: 'read'
  table: Table
  output: Output[]
}

/** What an answer shows of the rows that were written. */
export interface Shown extends Shape {
  output: Output[]
  /** Which of the written rows are shown: those with the partners that `!inner` asks for. */
  kept: Where[]
  order: Order[]
}

export interface InsertPlan extends Shown {
  kind: 'insert'
  table: Table
  columns: Column[]
  json: string
  list: boolean
  /** Use a column's default where a row of the body lacks the key. */
  defaults: boolean
  conflict?: { columns: Column[]; merge: boolean }
  /** PUT: the row must be this one. */
  match: Where[]
  guard?: Guard
}

export interface UpdatePlan extends Shown {
  kind: 'update'
  table: Table
  columns: Column[]
  json: string
  where: Where[]
  guard?: Guard
}

export interface DeletePlan extends Shown {
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
  /** The value is the whole answer, sent as this type, and not JSON. */
  raw?: { type: string; bytes: boolean }
}

/** OPTIONS: answered from the catalogue alone. */
export interface InfoPlan {
  kind: 'info'
  allow: string
}

export type Plan = ReadPlan | InsertPlan | UpdatePlan | DeletePlan | CallPlan
