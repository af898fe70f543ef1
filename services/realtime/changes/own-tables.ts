import type { Field } from '#kernel/browser/fields/field.ts'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Claims, Role } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import { accessOf, hasHiddenFields, isVisitor, tenantOfTables } from '#kernel/records/caller-access.ts'
import { describeTable, isOffered, isOpenField } from '#kernel/records/description.ts'
import type { Access, TableDescription, TableRow } from '#kernel/records/description.ts'
import { OWN_COLUMNS, extraSql, fieldType } from '#kernel/records/field-types.ts'
import type { RowImage } from './change-rows.ts'
import type { Column, Relation, RowForm } from './relations.ts'

/** A tenant's own table. Its rows are in `app.records`, and its changes name values by the ids of fields. */
export interface OwnTable {
  description: TableDescription
  /** Names of the columns. They are equal for callers who receive equal messages. */
  view: string
}

const COLUMNS = `t.id, t.name, t.title, t.fields, t.team_scoped, t.approval, t.see_audience_id, t.add_audience_id,
  t.change_audience_id, t.delete_audience_id`
/** A table of the product has precedence over an own one of its name, as in the data API. */
const USABLE = `t.deleted_at is null and to_regclass('public.' || quote_ident(t.name)) is null`

/** Reads tables as they are now, with all their fields; those in the trash are left out. */
export async function readOwnTables(database: Database, ids: string[]): Promise<TableDescription[]> {
  const { rows } = await database.once<TableRow>(SERVICE, {
    name: 'realtime_own_tables',
    text: `select ${COLUMNS} from public.data_tables t where t.id = any ($1::uuid[]) and ${USABLE}`,
    values: [ids],
    readOnly: true,
  })
  return rows.map(describeTable)
}

/** The tenant whose own tables a subscriber can watch, as in the data API. */
export const tenantOf = ({ claims, tenant }: { claims: Claims; tenant?: string | undefined }) =>
  tenantOfTables(claims, tenant)

/** The own tables that the claims can name, with the fields that exist for them. */
export async function ownTablesFor(
  database: Database,
  claims: Claims,
  tenant: string | undefined,
): Promise<(RowForm & Pick<Relation, 'key' | 'schema' | 'name' | 'columns'>)[]> {
  const tenantId = tenantOf({ claims, tenant })
  if (tenantId === undefined) return []
  // Visitors may not read descriptions. For everyone else, row-level security decides.
  const { rows } = await database.once<TableRow>(isVisitor(claims) ? SERVICE : claims, {
    name: 'realtime_tables_of_tenant',
    text: `select ${COLUMNS} from public.data_tables t where t.tenant_id = $1 and ${USABLE} order by t.name`,
    values: [tenantId],
    readOnly: true,
  })
  const tables = rows.map(describeTable).filter((table) => !isVisitor(claims) || isOffered(table))
  const access = tables.some(hasHiddenFields) ? await accessOf(database, claims) : 'all'
  return tables.map((table) => ownRelation(table, NO_ROLE, access))
}

/** A table of the product as it is, and an own table without the fields that do not exist for the caller. */
export async function asSeenBy(database: Database, relation: Relation, claims: Claims): Promise<Relation> {
  const { own, visible } = relation
  if (!own || !isVisitor(claims) || !hasHiddenFields(own.description)) return relation
  return ownRelation(own.description, visible, await accessOf(database, claims))
}

/** @param visible the policies of `app.records` */
export function ownRelation(
  description: TableDescription,
  visible: Relation['visible'],
  access: Access = 'all',
): Relation {
  const fields = description.fields.filter((field) => isOpenField(field, access))
  const column = (name: string, [, type]: readonly [string, string]): Column => ({
    name,
    type,
    key: name === 'id',
    readers: Object.keys(visible) as Role[],
  })
  const { id, ...more } = OWN_COLUMNS
  const columns = [
    column('id', id),
    ...fields.map(({ name, kind }) => column(name, fieldType(kind))),
    ...Object.entries(more).map(([name, type]) => column(name, type)),
  ]
  const byName = new Map(fields.map((field) => [field.name, field]))
  return {
    key: description.id,
    schema: 'public',
    name: description.name,
    full: false,
    columns,
    visible,
    own: { description, view: columns.map(({ name }) => name).join() },
    storage: { schema: 'app', name: 'records' },
    expressionOf(name, row) {
      const field = byName.get(name)
      if (field) return extraSql(field.kind, field.id, row)
      if (Object.hasOwn(OWN_COLUMNS, name)) return `${row}.${name}`
      throw new Error(`no column "${name}" in an own table`)
    },
    imageOf: (stored) => namedImage(stored, fields),
  }
}

/** Values by the names of fields, in the data API's form. */
function namedImage({ extra = '{}', ...own }: RowImage, fields: readonly Field[]): RowImage {
  const values = JSON.parse(extra) as Record<string, unknown>
  const named = fields.map(({ id, name, kind }) => {
    const value = values[id] ?? null
    return [name, JSON.stringify(kind === 'date_time' ? offsetTime(value) : value)] as const
  })
  return { ...own, ...Object.fromEntries(named) }
}

/** A time as PostgreSQL writes it: those beyond the slots are stored as the browser wrote them. */
const offsetTime = (value: unknown) =>
  typeof value === 'string'
    ? value.replace(/(\.\d*?)0*Z$/, (_, part: string) => `${part === '.' ? '' : part}+00:00`)
    : value

const NO_ROLE = {} as Relation['visible']
