import { PRINTED_SCHEMAS } from '#kernel/db/schema-print.ts'

/** A rule that the database catalog must satisfy. */
export interface Lint {
  name: string
  /** The specification statements that it enforces. */
  cites?: string[]
  /** One row for each object looked at: `object`, and `fault` (null when it keeps the rule). */
  sql: string
  /** Makes an object that breaks the rule: proof that the lint can fail. */
  offence: string
  /** What the finding must speak of. */
  offender: string
}

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

/** Condition on an oid: a schema of ours. */
export const oursIs = (oid: string) =>
  `${oid} in (select oid from pg_namespace where nspname in (${quoted(PRINTED_SCHEMAS)}))`

/** Name of a table `c` with its schema. */
export const TABLE = `(select nspname from pg_namespace where oid = c.relnamespace) || '.' || c.relname`

/** Every table of ours as `c`. */
export const FROM_TABLES = `from pg_class c where c.relkind in ('r', 'p') and ${oursIs('c.relnamespace')}`

/** The owner of this database. */
export const OWNER = `(select datdba from pg_database where datname = current_database())`

/** The roles that requests act in. */
export const ROLES = ['anon', 'authenticated', 'end_user', 'service_role'] as const
