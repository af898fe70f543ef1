import type { Column, Routine, Table } from '../catalogue/catalogue.ts'
import type { JsonStep, Media, Operation } from '../request.ts'

/** What is to be done, with every name found in the catalogue. Types only. */

/** A column that this role may read, or a place inside its JSON. */
export interface ColumnRef {
  column: Column
  path: JsonStep[]
}

export interface Output extends ColumnRef {
  cast?: string
  /** Key in the answer. */
  name: string
}

export type Where =
  | { kind: 'filter'; negated: boolean; ref: ColumnRef; operation: Operation }
  | { kind: 'and' | 'or'; negated: boolean; parts: Where[] }

export interface Order extends ColumnRef {
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
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

export interface InsertPlan extends Shape {
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
  output: Output[]
  guard?: Guard
}

export interface UpdatePlan extends Shape {
  kind: 'update'
  table: Table
  columns: Column[]
  json: string
  where: Where[]
  output: Output[]
  guard?: Guard
}

export interface DeletePlan extends Shape {
  kind: 'delete'
  table: Table
  where: Where[]
  output: Output[]
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
