import type { Role } from '#kernel/db/claims.ts'
import type { TenantRight } from '#kernel/browser/staff-rights.ts'
import type { Principal } from './principals.ts'

export type Row = Record<string, unknown>

/**
 * What one principal may do with one table, written manually. Everything else is tried and must be denied.
 */
export interface Rights {
  /** Cases of security.md that these cells prove. */
  cites?: string[]
  select?: {
    columns: string[]
    /** Labels of the rows that are visible without a filter. */
    rows: string[]
    /**
     * Rows visible to a request with these `eq` filters (setting `request.eq`), which the query does not
     * repeat.
     */
    asking?: { eq: Record<string, string>; rows: string[] }[]
  }
  /** A row that the principal may insert, with every column it may set. */
  insert?: Row
  /** Why that insert still fails: a policy, or a constraint with this SQLSTATE (a member who joins again). */
  insertFails?: 'refused' | (string & {})
  /**
   * Every column that the principal may change, with an allowed value, and the rows that an unfiltered
   * update reaches.
   */
  update?: { to: Row; rows: string[] }
  /** Rows that an unfiltered delete reaches, or the constraint that prevents it. */
  delete?: { rows: string[] } | { fails: string }
}

/**
 * `denied`: no privilege. `refused`: a policy's check failed. Otherwise another SQLSTATE, or the rows read
 * or written.
 */
export type Outcome =
  | 'denied'
  | 'refused'
  | { fails: string }
  | { sees: string[] }
  | { inserts: number }
  | { touches: string[]; becomes?: Record<string, Row> }

/** One statement as a principal, for rules that the rights of a matrix cannot express. */
export interface Attempt {
  as: Principal
  cites?: string[]
  /** Continues the test's title after the principal's name. */
  does: string
  /** SQL that the service role runs first. */
  given?: string
  eq?: Record<string, string>
  sql: string
  outcome: Outcome
}

export interface TableAccess {
  /** Name with schema. */
  table: string
  cites?: string[]
  key: string[]
  /** Ledger ids that the list of columns proves. */
  shape?: string[]
  /** Every column, written manually; any difference from the table's columns fails. */
  columns: string[]
  /** Columns that PostgreSQL computes. */
  computed?: string[]
  /** SQL that the owner runs before the rows are inserted. */
  before?: string
  /**
   * Labeled rows with every column filled, so that values that must stay hidden exist. A row with only its
   * key was created by the migrations.
   */
  rows: Record<string, Row>
  /**
   * Another valid row with every column that is not computed, which the service role and the owner may
   * insert.
   */
  spare: Row
  /** SQLSTATE of a constraint that prevents the service role from deleting all rows. */
  deleteFails?: string
  rights: Partial<Record<Principal, Rights>>
  /**
   * The right that lets tenant A's staff do what creator A does, and the one that lets them read. Without it, staff have no more
   * rights than a creator without a tenant.
   */
  staff?: { see: TenantRight; change: TenantRight } | TenantRight
  attempts?: Attempt[]
}

/** The objects that one unit's migrations create, and the rights on them. */
export interface UnitAccess {
  /** Folder, for example `features/plans`. */
  unit: string
  tables: TableAccess[]
  /** `schema.name(types)` with the only roles that may call it; PUBLIC may not. */
  functions?: Record<string, Role[]>
  /** Schemas with the roles that may use them. */
  schemas?: Record<string, Role[]>
}
