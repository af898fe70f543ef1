import type { Role } from '#kernel/db/claims.ts'
import type { Principal } from './principals.ts'

export type Row = Record<string, unknown>

/** What one principal may do with one table, written by hand. What is not named is tried and must be denied. */
export interface Rights {
  /** Cases of security.md that these cells prove. */
  cites?: string[]
  select?: {
    columns: string[]
    /** Labels of the rows seen without any filter. */
    rows: string[]
    /** Rows seen by a request with these `eq` filters (setting `request.eq`), which the query itself does not repeat. */
    asking?: { eq: Record<string, string>; rows: string[] }[]
  }
  /** A row it may insert, naming every column it may set. */
  insert?: Row
  /** What stops that row all the same: a policy, or the constraint of this SQLSTATE (a member who joins again). */
  insertFails?: 'refused' | (string & {})
  /** Every column it may change with a value it may change to, and the rows that a write without a filter reaches. */
  update?: { to: Row; rows: string[] }
  /** Rows that a delete without a filter reaches, or the constraint that stops it. */
  delete?: { rows: string[] } | { fails: string }
}

/** No right: `permission denied`. No row: a policy's check said no. Else another SQLSTATE, or what was seen or done. */
export type Outcome =
  | 'denied'
  | 'refused'
  | { fails: string }
  | { sees: string[] }
  | { inserts: number }
  | { touches: string[]; becomes?: Record<string, Row> }

/** One statement in somebody's name, for rules that the grid of rights cannot say. */
export interface Attempt {
  as: Principal
  cites?: string[]
  /** Goes on after the principal's name in the test's title. */
  does: string
  /** SQL that the service role runs first. */
  given?: string
  eq?: Record<string, string>
  sql: string
  outcome: Outcome
}

export interface TableAccess {
  /** With its schema. */
  table: string
  cites?: string[]
  key: string[]
  /** Rows of the ledger that the list of columns proves. */
  shape?: string[]
  /** Every column, by hand: one that the table has and this list has not fails, and the reverse. */
  columns: string[]
  /** Columns that PostgreSQL computes. */
  computed?: string[]
  /** SQL of the owner before the rows are put in. */
  before?: string
  /**
   * Labelled rows, each with every column filled, so that what must not be seen is there. A row of nothing but its
   * key is one that the migrations made.
   */
  rows: Record<string, Row>
  /** A further valid row, with every column that is not computed: what the service role and the owner may insert. */
  spare: Row
  /** SQLSTATE of a constraint that stops the service role from deleting all rows. */
  deleteFails?: string
  rights: Partial<Record<Principal, Rights>>
  attempts?: Attempt[]
}

/** What one unit's migrations made, and who may use it. */
export interface UnitAccess {
  /** Folder, for example `features/plans`. */
  unit: string
  tables: TableAccess[]
  /** `schema.name(types)` with the roles that may call it; nobody else, PUBLIC included. */
  functions?: Record<string, Role[]>
  /** Schemas with the roles that may name what is in them. */
  schemas?: Record<string, Role[]>
}
