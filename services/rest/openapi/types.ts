/** The input of the API description. Types only. */

export interface DescribedColumn {
  name: string
  /** As PostgreSQL writes it: `timestamp with time zone`, `public.mood`, `text[]`. */
  type: string
  comment: string | null
  nullable: boolean
  /**
   * Whether the role may read the column, and so filter by it. A role may write columns that it cannot read.
   */
  reads: boolean
  default: string | null
  /** Maximum length in characters. */
  longest: number | null
  /** The values of an enumeration. */
  values: string[] | null
  key: boolean
  refers: { table: string; column: string } | null
}

export interface DescribedTable {
  name: string
  comment: string | null
  reads: boolean
  inserts: boolean
  updates: boolean
  deletes: boolean
  columns: DescribedColumn[]
}

export interface DescribedRoutine {
  name: string
  comment: string | null
  volatile: boolean
  parameters: readonly { name: string; type: string; required: boolean; variadic: boolean }[]
}

/** A part of the document. */
export type Json = { [key: string]: unknown }
