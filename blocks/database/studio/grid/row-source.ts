import type { Field } from '#kernel/browser/fields/field.ts'
import type { Filter } from './filters.ts'
import type { CountedRows, Grouping } from './grouping.ts'

/** A row of a tenant's own table, as the data API returns it to staff. Its fields are under their names. */
export interface GridRow {
  id: string
  created_at: string
  updated_at: string
  created_by: string | null
  approved: boolean
  [field: string]: unknown
}

export interface Sort {
  field: string
  isDescending: boolean
}

/** Which rows, in which order. Rows with equal values are in the order of their making. */
export interface RowQuery {
  filters: readonly Filter[]
  sorts: readonly Sort[]
}

/** Values of a row's fields by name; `approved` may be among them. */
export type RowValues = Record<string, unknown>

/** Where the rows of a table come from and go to. Every call throws an error with a text for the user. */
export interface RowSource {
  /** @param isCounted also count all rows of the query */
  page: (
    query: RowQuery,
    from: number,
    count: number,
    isCounted: boolean,
  ) => Promise<{ rows: GridRow[]; total: number | undefined }>
  /** Rows of the query after one of them, in the order of their ids: those that others add or delete meanwhile move no other. */
  after: (query: Pick<RowQuery, 'filters'>, id: string | undefined, count: number) => Promise<GridRow[]>
  /** Counts the rows of a query by a field, in the order of its values; those without a value last. */
  groups: (query: RowQuery, field: Field, grouping: Grouping) => Promise<CountedRows[]>
  insert: (rows: readonly RowValues[]) => Promise<GridRow[]>
  update: (id: string, values: RowValues) => Promise<GridRow>
  /** Moves rows to the trash. */
  remove: (ids: readonly string[]) => Promise<void>
  /** Brings rows back from the trash as they were, with their author and their approval. */
  restore: (ids: readonly string[]) => Promise<void>
}
