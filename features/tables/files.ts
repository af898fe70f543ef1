import { sql } from 'kysely'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { FileLink, PreparedUpload } from '#kernel/browser/fields/file-upload.ts'
import { isFileKind } from '#kernel/browser/fields/file-types.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import { commonErrors } from '#kernel/errors.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { addressKey } from '#kernel/limits.ts'
import type { TableDescription } from '#kernel/records/description.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { linkTo, prepareUpload } from '#services/storage/record-files/links.ts'
import type { OfTable } from './endpoints.ts'
import { tableErrors } from './errors.ts'

/** Uploads and links of one network. */
const UPLOADS_PER_ADDRESS = { points: 60, seconds: 600 }
const LINKS_PER_ADDRESS = { points: 600, seconds: 600 }

/** @throws {AppError} tenant_not_found, table_not_found, field_not_found */
export async function prepareStaffUpload(
  { config, database }: Kernel,
  claims: Claims,
  { tenantId, tableId, field: id, name }: OfTable & { field: string; name: string },
): Promise<PreparedUpload> {
  const field = await database.withClaims(claims, async (db) =>
    (await staffFields(db, { tenantId, tableId })).find((one) => one.id === id && isFileKind(one.kind)),
  )
  if (!field) throw tableErrors.field_not_found()
  return prepareUpload(config, claims, field, { tenant: tenantId, table: tableId, form: null, name })
}

/** @throws {AppError} tenant_not_found, table_not_found */
export async function linkFiles(
  { config, database }: Kernel,
  claims: Claims,
  { tenantId, tableId, files }: OfTable & { files: string[] },
): Promise<{ links: Record<string, FileLink> }> {
  const fields = await database.withClaims(claims, (db) => staffFields(db, { tenantId, tableId }))
  const kinds = new Map(fields.map((field) => [field.id, field]))
  const found = await database.asService('closed: files of an own table', (db) =>
    sql<{ id: string; field_id: string }>`select id, field_id from app.record_files
      where tenant_id = ${tenantId} and table_id = ${tableId} and id = any (${files}::uuid[])`.execute(db),
  )
  const links = found.rows.map(({ id, field_id }) => {
    const of = { tenant: tenantId, table: tableId, field: field_id, file: id, record: null }
    return [id, linkTo(config, claims, kinds.get(field_id) ?? { kind: 'file' }, of)]
  })
  return { links: Object.fromEntries(links) as Record<string, FileLink> }
}

async function staffFields(db: Db, { tenantId, tableId }: OfTable): Promise<Field[]> {
  await tenantWith(db, tenantId, 'content')
  const table = await db
    .selectFrom('data_tables')
    .select('fields')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', tableId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!table) throw tableErrors.table_not_found()
  return table.fields as unknown as Field[]
}

interface OfName {
  table: string
  field: string
}

/** @throws {AppError} forbidden, table_not_found, field_not_found, too_many_requests */
export async function prepareOwnUpload({
  kernel,
  claims,
  input,
  clientIp,
}: RouteContext<OfName & { name: string }>): Promise<PreparedUpload> {
  await kernel.limits.take('records.upload', `${claims.tenant} ${addressKey(clientIp)}`, UPLOADS_PER_ADDRESS)
  const { table, field } = await openField(kernel, claims, input)
  if (!(await mayWrite(kernel, claims, table.id))) throw commonErrors.forbidden()
  const of = { tenant: claims.tenant!, table: table.id, form: null, name: input.name }
  return prepareUpload(kernel.config, claims, field, of)
}

/** @throws {AppError} table_not_found, field_not_found, too_many_requests */
export async function linkOwnFiles({
  kernel,
  claims,
  input,
  clientIp,
}: RouteContext<OfName & { rows: string[] }>): Promise<{ links: Record<string, FileLink> }> {
  await kernel.limits.take('records.links', `${claims.tenant} ${addressKey(clientIp)}`, LINKS_PER_ADDRESS)
  const { table, field } = await openField(kernel, claims, input)
  const { rows } = await kernel.database.withClaims(claims, (db) =>
    sql<{ id: string; file: string }>`select v.id, v.file from (
        select r.id, r.extra #>> array[${field.id}, 'id'] as file from app.records r
        where r.tenant_id = ${claims.tenant} and r.table_id = ${table.id} and r.id = any (${input.rows}::uuid[])) as v
      where v.file is not null`.execute(db),
  )
  const of = { tenant: claims.tenant!, table: table.id, field: field.id }
  const links = rows.map(({ id, file }) => [
    id,
    linkTo(kernel.config, claims, field, { ...of, file, record: id }),
  ])
  return { links: Object.fromEntries(links) as Record<string, FileLink> }
}

/** A field for files as the data API offers it to the caller: tables without rights and hidden fields do not exist. */
async function openField(kernel: Kernel, claims: Claims, { table: name, field: column }: OfName) {
  const of = async (tables: Promise<{ tables: ReadonlyMap<string, TableDescription> }>) =>
    (await tables).tables.get(name)
  const found =
    (await of(kernel.tables.current(claims.tenant!))) ?? (await of(kernel.tables.reload(claims.tenant!)))
  const table = found && Object.values(found.rights).some((right) => right !== null) ? found : undefined
  if (!table) throw tableErrors.table_not_found()
  const field = table.fields.find((one) => one.name === column && isFileKind(one.kind))
  if (!field || (field.audience !== undefined && !(await isIn(kernel, claims, field.audience))))
    throw tableErrors.field_not_found()
  return { table, field }
}

async function isIn({ database }: Kernel, claims: Claims, audience: string): Promise<boolean> {
  const { rows } = await database.withClaims(claims, (db) =>
    sql<{
      is_in: boolean
    }>`select ${audience}::uuid = any (array(select app.my_audiences())) as is_in`.execute(db),
  )
  return rows[0]!.is_in
}

/** Whether the caller may add rows, or change some. Which ones is decided when they write. */
async function mayWrite({ database }: Kernel, claims: Claims, tableId: string): Promise<boolean> {
  const ofMembers = sql`union all select app.tables_open_to_author('change') union all select app.tables_open_to_team('add')
    union all select app.tables_open_to_team('change')`
  const { rows } = await database.withClaims(claims, (db) =>
    sql<{
      may: boolean
    }>`select ${tableId}::uuid in (select app.tables_open('add') union all select app.tables_open('change')
      ${claims.role === 'end_user' ? ofMembers : sql``}) as may`.execute(db),
  )
  return rows[0]!.may
}
