import { PRINTED_SCHEMAS } from '#kernel/db/schema-print.ts'

/** A rule that the database catalog must satisfy. */
export interface Lint {
  name: string
  /** The specification statements that it enforces. */
  cites?: string[]
  /** Returns one row per inspected object: `object`, and `fault` (null if it satisfies the rule). */
  sql: string
  /** SQL that creates a violation, to prove that the lint can fail. */
  violation: string
  /** Text that the finding must contain. */
  expectedFinding: string
}

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

/** SQL condition: the oid is one of the project's schemas. */
export const oursIs = (oid: string) =>
  `${oid} in (select oid from pg_namespace where nspname in (${quoted(PRINTED_SCHEMAS)}))`

/** SQL expression: name of a table `c` with its schema. */
export const TABLE = `(select nspname from pg_namespace where oid = c.relnamespace) || '.' || c.relname`

/** SQL clause: every table of the project as `c`. */
export const FROM_TABLES = `from pg_class c where c.relkind in ('r', 'p') and ${oursIs('c.relnamespace')}`

/** SQL expression: the owner of this database. */
export const OWNER = `(select datdba from pg_database where datname = current_database())`

/** The roles that requests run as. */
export const ROLES = ['anon', 'authenticated', 'end_user', 'service_role'] as const
