import { SERVICE } from '#kernel/db/claims.ts'
import type { Role } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { RowImage } from './change-rows.ts'
import { ownRelation, readOwnTables } from './own-tables.ts'
import type { OwnTable } from './own-tables.ts'
import { splitKeys } from './table-key.ts'
import type { TableKey } from './table-key.ts'

export interface Column {
  name: string
  /** The type's name as clients know it: `int4`, `_text`. */
  type: string
  /** Belongs to the replica identity, so old rows include it. */
  key: boolean
  readers: Role[]
}

/** How a table's rows are stored, and what they are for clients. */
export interface RowForm {
  /** The table whose row type images have. */
  storage: { schema: string; name: string }
  /** The value of a column as SQL. @param row quoted alias of a row of `storage` */
  expressionOf(column: string, row: string): string
  /** The row as clients know it. */
  imageOf(stored: RowImage): RowImage
}

/** A snapshot of a table with what is required to deliver its changes. */
export interface Relation extends RowForm {
  key: TableKey
  /** What makes it a tenant's own table (own-tables.ts). */
  own?: OwnTable
  schema: string
  name: string
  /** Replica identity full: old rows are delivered completely. */
  full: boolean
  columns: Column[]
  /**
   * The select policies as a SQL condition over the table's columns, by role; all names are schema-qualified.
   */
  visible: Record<Role, string>
}

const APPLIES = `exists (select from unnest(p.polroles) as member where member = 0 or pg_has_role(r, member, 'usage'))`
const POLICIES = `from pg_policy p where p.polrelid = c.oid and p.polcmd in ('r', '*') and p.polqual is not null and ${APPLIES}`

const RELATIONS = `
select c.oid::bigint as key, n.nspname as schema, c.relname as name, c.relreplident = 'f' as "full",
  (select coalesce(json_agg(json_build_object('name', a.attname, 'type', t.typname,
      'key', exists (select from pg_index i where i.indrelid = c.oid and a.attnum = any (i.indkey::int2[])
        and case when c.relreplident = 'i' then i.indisreplident else i.indisprimary end),
      'readers', (select coalesce(json_agg(r), '[]') from unnest($2::text[]) as r
        where has_column_privilege(r, c.oid, a.attnum, 'select') and has_schema_privilege(r, n.oid, 'usage'))
    ) order by a.attnum), '[]')
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  (select json_object_agg(r, case when not c.relrowsecurity then 'true' else
      coalesce((select string_agg(format('(%s)', pg_get_expr(p.polqual, p.polrelid)), ' or ' order by p.polname)
        ${POLICIES} and p.polpermissive), 'false') end) from unnest($2::text[]) as r) as permissive,
  (select json_object_agg(r, coalesce((select string_agg(format('(%s)', pg_get_expr(p.polqual, p.polrelid)), ' and ' order by p.polname)
        ${POLICIES} and not p.polpermissive and c.relrowsecurity), 'true')) from unnest($2::text[]) as r) as restrictive
from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = any ($1::oid[]) or $3 and c.oid = 'app.records'::regclass`

const ROLES: Role[] = ['anon', 'authenticated', 'end_user', 'service_role']

type Row = Omit<Relation, 'visible' | keyof RowForm> & { key: number } & Record<
    'permissive' | 'restrictive',
    Record<Role, string>
  >

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Rows of a table of the product are what its columns say. */
export const tableForm = (storage: RowForm['storage']): RowForm => ({
  storage,
  expressionOf: (column, row) => `${row}.${quoted(column)}`,
  imageOf: (stored) => stored,
})

/**
 * Reads current tables, grants and policies. They are read for each batch and never cached, so that a changed
 * policy or grant takes effect immediately.
 */
export async function readRelations(
  database: Database,
  keys: Iterable<TableKey>,
): Promise<Map<TableKey, Relation>> {
  const { oids, own } = splitKeys(keys)
  const rows = await database.transaction(SERVICE, { readOnly: true }, async (query) => {
    // With an empty search path, expressions include schemas and mean the same for every role.
    await query(`select set_config('search_path', '', true)`)
    return (await query(RELATIONS, [oids, ROLES, own.length > 0])).rows as Row[]
  })
  const relations = new Map<TableKey, Relation>(rows.map((row) => [row.key, relationOf(row)]))
  if (own.length === 0) return relations
  const { visible } = [...relations.values()].find(isRecords)!
  for (const table of await readOwnTables(database, own)) relations.set(table.id, ownRelation(table, visible))
  return relations
}

const isRecords = ({ schema, name }: Relation) => schema === 'app' && name === 'records'

function relationOf({ permissive, restrictive, ...row }: Row): Relation {
  const conditions = ROLES.map((role) => [role, `(${permissive[role]}) and (${restrictive[role]})`] as const)
  return {
    ...row,
    ...tableForm({ schema: row.schema, name: row.name }),
    visible: Object.fromEntries(conditions) as Record<Role, string>,
  }
}
