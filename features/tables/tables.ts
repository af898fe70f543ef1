import { sql } from 'kysely'
import type { Field } from '#kernel/browser/fields/field.ts'
import { nameOfTitle } from '#kernel/browser/fields/name-of.ts'
import { indexMask } from '#kernel/browser/fields/slots.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { requirePlan, tenantWith } from '#kernel/tenant-with.ts'
import { convertKinds } from './convert-kinds.ts'
import { MOST_CONVERTED } from './endpoints.ts'
import type { DataTable, GivenField, GivenRights, OfTable, TableUsage } from './endpoints.ts'
import { tableErrors } from './errors.ts'
import { rightColumns } from './given-rights.ts'
import { planFields } from './plan-fields.ts'
import type { RemovedField } from './plan-fields.ts'
import { readTable, readTables } from './read-tables.ts'
import { refusalOf } from './refusals.ts'

type Given = GivenRights & { title?: string; name?: string; fields?: GivenField[] } & {
  team_scoped?: boolean
  approval?: boolean
}

/** @throws {AppError} tenant_not_found, right_missing */
export function listTables(kernel: Kernel, claims: Claims, tenantId: string) {
  return kernel.database.withClaims(claims, async (db) => {
    const tenant = await tenantWith(db, tenantId, 'content')
    const tables = await readTables(db, tenant)
    const { rows } = await sql<TableUsage & { pro: boolean }>`
      select app.has_plan(${tenant.owner_user_id}, 'pro') as pro, u.rows, u.bytes, u.most_rows, u.most_bytes
      from app.record_usage_of(${tenantId}) as u`.execute(db)
    const { pro, ...usage } = rows[0]!
    const existing = tables.filter(({ deleted_at }) => deleted_at === null).length
    return { tables, may_add: existing < (pro ? 200 : 1), usage }
  })
}

/** @throws {AppError} upgrade_required, name_taken, too_many_tables, bad_field, audience_not_found */
export function createTable(
  kernel: Kernel,
  claims: Claims,
  { tenantId, title, ...given }: Given & { tenantId: string; title: string },
): Promise<DataTable> {
  return changing(kernel, claims, { tenantId, given }, async (db) => {
    const { fields } = planFields(given.fields ?? [], { fields: [], removed_fields: [] }, true)
    await requireTargets(db, tenantId, fields)
    const name = given.name ?? (await freeName(db, tenantId, title))
    const values = {
      tenant_id: tenantId,
      title,
      name,
      fields: JSON.stringify(fields),
      team_scoped: given.team_scoped ?? false,
      approval: given.approval ?? false,
      ...(await rightColumns(db, tenantId, given)),
    }
    const { id } = await db.insertInto('data_tables').values(values).returning('id').executeTakeFirstOrThrow()
    return id
  })
}

/** @throws {AppError} table_not_found, table_changed, name_taken, bad_field, kind_has_values, table_too_large, not_unique, audience_not_found */
export function changeTable(
  kernel: Kernel,
  claims: Claims,
  { tenantId, tableId, revision, ...given }: Given & OfTable & { revision: number },
): Promise<DataTable> {
  return changing(kernel, claims, { tenantId, given }, async (db) => {
    const before = await db
      .selectFrom('data_tables')
      .select(['revision', 'fields', 'removed_fields'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', tableId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw tableErrors.table_not_found()
    if (before.revision !== revision) throw tableErrors.table_changed()
    const { title, name, team_scoped, approval } = given
    await db
      .updateTable('data_tables')
      .set({ title, name, team_scoped, approval, ...(await rightColumns(db, tenantId, given)) })
      .set(given.fields ? await changedFields(db, { tenantId, tableId }, given.fields, before) : {})
      .where('tenant_id', '=', tenantId)
      .where('id', '=', tableId)
      .execute()
    if (given.fields) await kernel.jobs.send(db, 'tend-table', { tenant: tenantId, table: tableId })
    return tableId
  })
}

async function changedFields(
  db: Db,
  { tenantId, tableId }: OfTable,
  given: GivenField[],
  before: { fields: unknown; removed_fields: unknown },
) {
  const { rows } = await sql<{ rows: number }>`select count(*)::integer as rows from (select from app.records
    where tenant_id = ${tenantId} and table_id = ${tableId} limit ${MOST_CONVERTED + 1}) as r`.execute(db)
  const count = rows[0]!.rows
  const old = { fields: before.fields as Field[], removed_fields: before.removed_fields as RemovedField[] }
  const { fields, removed_fields } = planFields(given, old, count === 0)
  await requireTargets(db, tenantId, fields)
  const converted = new Set(
    fields.flatMap(({ id, kind }) =>
      [...old.fields, ...old.removed_fields].some((one) => one.id === id && one.kind !== kind) ? id : [],
    ),
  )
  if (converted.size > 0 && count > MOST_CONVERTED) throw tableErrors.kind_has_values()
  if (converted.size > 0 && count > 0)
    await convertKinds(db, { tenantId, tableId }, [...old.fields, ...old.removed_fields], fields)
  // Values of another kind are not in their unique slot yet. Those of removed fields are.
  const filled = [...old.fields, ...old.removed_fields].filter(({ id }) => !converted.has(id))
  await fillUnique(db, { tenantId, tableId }, { fields, removed: removed_fields, before: filled, count })
  const isSmall = count > 0 && count <= MOST_CONVERTED
  if (isSmall) {
    const mask = indexMask(fields)
    await sql`update app.records set indexed = ${mask}
      where tenant_id = ${tenantId} and table_id = ${tableId} and indexed <> ${mask}`.execute(db)
  }
  const indexed = fields.map((field) => (field.slot && isSmall ? { ...field, indexed: true } : field))
  return { fields: JSON.stringify(indexed), removed_fields: JSON.stringify(removed_fields) }
}

/**
 * Copies the values of a field that becomes unique, and clears the copies of one that no longer is. Each writes all rows, while
 * all writers of the tenant wait.
 * @throws {AppError} table_too_large
 */
async function fillUnique(
  db: Db,
  { tenantId, tableId }: OfTable,
  { fields, removed, before, count }: { fields: Field[]; removed: Field[]; before: Field[]; count: number },
) {
  const was = new Map(before.map(({ id, unique_slot }) => [id, unique_slot]))
  const used = new Set([...fields, ...removed].flatMap(({ unique_slot }) => unique_slot ?? []))
  const freed = before.flatMap(({ unique_slot }) =>
    unique_slot && !used.has(unique_slot) ? [unique_slot] : [],
  )
  const filled = fields.filter(({ id, unique_slot }) => unique_slot && was.get(id) !== unique_slot)
  if (count > MOST_CONVERTED && freed.length + filled.length > 0) throw tableErrors.table_too_large()
  // Values of the field that had a slot before could be equal to those of the next one.
  const held = new Set(before.map(({ unique_slot }) => unique_slot))
  const reused = filled.flatMap(({ unique_slot }) => (held.has(unique_slot) ? unique_slot! : []))
  for (const slot of [...freed, ...reused])
    await sql`update app.records set ${sql.ref(slot)} = null
      where tenant_id = ${tenantId} and table_id = ${tableId}`.execute(db)
  for (const { id, slot, unique_slot } of filled) {
    const value = slot ? sql.ref(slot) : sql`extra ->> ${sql.lit(id)}`
    await sql`update app.records set ${sql.ref(unique_slot!)} = ${value}::text
      where tenant_id = ${tenantId} and table_id = ${tableId}`.execute(db)
  }
}

/** @throws {AppError} bad_field for a relation to a table, or an audience, that the tenant does not have */
async function requireTargets(db: Db, tenantId: string, fields: Field[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from public.data_tables where tenant_id = ${tenantId} and deleted_at is null
    union all select id from public.audiences where tenant_id = ${tenantId}`.execute(db)
  const known = new Set(rows.map(({ id }) => id))
  for (const { title, table, audience } of fields) {
    if (table !== undefined && !known.has(table))
      throw tableErrors.bad_field({ text: `The field “${title}” points to a table that does not exist.` })
    if (audience !== undefined && !known.has(audience)) throw tableErrors.audience_not_found()
  }
}

/** @throws {AppError} table_not_found */
export async function deleteTable(
  kernel: Kernel,
  claims: Claims,
  { tenantId, tableId }: OfTable,
): Promise<void> {
  await changing(kernel, claims, { tenantId, given: {} }, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('data_tables')
      .set({ deleted_at: sql`now()` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', tableId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw tableErrors.table_not_found()
    return tableId
  })
}

/** @throws {AppError} table_not_found, name_taken, upgrade_required, too_many_tables */
export function restoreTable(
  kernel: Kernel,
  claims: Claims,
  { tenantId, tableId }: OfTable,
): Promise<DataTable> {
  return changing(kernel, claims, { tenantId, given: {} }, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('data_tables')
      .set({ deleted_at: null })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', tableId)
      // By the clock, not by the transaction's start: this may have waited for the job that empties the trash.
      .where('deleted_at', '>=', sql<Date>`clock_timestamp() - interval '30 days'`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw tableErrors.table_not_found()
    return tableId
  })
}

async function freeName(db: Db, tenantId: string, title: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from public.data_tables where tenant_id = ${tenantId} and deleted_at is null
    union all select relname from pg_catalog.pg_class where relnamespace = 'public'::regnamespace`.execute(db)
  return nameOfTitle(title, new Set([...rows.map(({ name }) => name), 'rpc']), 'table')
}

/** Checks the right as the caller, then writes: descriptions become parts of statements, so that no role may write them. */
async function changing(
  kernel: Kernel,
  claims: Claims,
  { tenantId, given }: { tenantId: string; given: Given },
  work: (db: Db) => Promise<string>,
): Promise<DataTable> {
  const tenant = await kernel.database.withClaims(claims, async (db) => {
    const found = await tenantWith(db, tenantId, 'content')
    if (given.team_scoped) await requirePlan(db, found, 'business')
    return found
  })
  try {
    return await kernel.database.asService('closed: change a table of a tenant', async (db) => {
      // Writers that know the old fields end first, and no new one starts. Everything that locks a table takes this lock before it.
      await sql`select pg_advisory_xact_lock(app.tables_lock(${tenantId}))`.execute(db)
      return readTable(db, tenant, await work(db))
    })
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}
