import { sql } from 'kysely'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { OfTable, RowChange } from './endpoints.ts'
import { tableErrors } from './errors.ts'
import { refusalOf } from './refusals.ts'

/** Rows in one page of the trash, and changes in one history. */
const PAGE = 100

/** Deleted rows, newest first. @throws {AppError} table_not_found */
export function listTrash(kernel: Kernel, claims: Claims, { before, ...of }: OfTable & { before?: string }) {
  return withTable(kernel, claims, of, async (db, fields) => {
    const { rows } = await sql<Stored>`
      select record_id as row_id, id, to_json(at) #>> '{}' as at, act, actor_kind, actor_id, before
      from app.record_history where tenant_id = ${of.tenantId} and table_id = ${of.tableId} and act = 'deleted'
        and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
      order by id desc limit ${PAGE}`.execute(db)
    const changes = rows.map((row) => named(row, fields))
    return { rows: changes, next: rows.length === PAGE ? rows.at(-1)!.id : null }
  })
}

/** @throws {AppError} table_not_found, not_unique, upgrade_required */
export function restoreRows(
  kernel: Kernel,
  claims: Claims,
  { rows: ids, ...of }: OfTable & { rows: string[] },
) {
  return withTable(kernel, claims, of, async (db) => {
    const { rows } = await sql<{ restored: number }>`
      select app.restore_records(${of.tenantId}, ${of.tableId}, ${ids}::uuid[]) as restored`.execute(db)
    return rows[0]!
  })
}

/** What a row was before each of its changes, newest first. @throws {AppError} table_not_found */
export function readHistory(kernel: Kernel, claims: Claims, { rowId, ...of }: OfTable & { rowId: string }) {
  return withTable(kernel, claims, of, async (db, fields) => {
    const { rows } = await sql<Stored>`
      select record_id as row_id, id, to_json(at) #>> '{}' as at, act, actor_kind, actor_id, before
      from app.record_history where tenant_id = ${of.tenantId} and table_id = ${of.tableId} and record_id = ${rowId}
      order by id desc limit ${PAGE}`.execute(db)
    return { changes: rows.map((row) => named(row, fields)) }
  })
}

type Stored = RowChange & { before: Record<string, unknown> }

/** Values by the names that the fields have now. */
function named({ before, ...change }: Stored, fields: Field[]): RowChange {
  return {
    ...change,
    before: Object.fromEntries(fields.map(({ id, name }) => [name, before[id] ?? null])),
  }
}

/** The history is closed to every role, so the right is checked first. */
async function withTable<T>(
  kernel: Kernel,
  claims: Claims,
  { tenantId, tableId }: OfTable,
  work: (db: Db, fields: Field[]) => Promise<T>,
): Promise<T> {
  const fields = await kernel.database.withClaims(claims, async (db) => {
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
  })
  try {
    return await kernel.database.asService('closed: trash and history of own tables', (db) =>
      work(db, fields),
    )
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}
