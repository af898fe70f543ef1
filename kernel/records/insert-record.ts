import { sql } from 'kysely'
import { indexMask, slotType } from '../browser/fields/slots.ts'
import type { Db } from '../db/database.ts'
import { storedColumns } from './check-row.ts'
import type { SlotRow } from './check-row.ts'
import type { TableDescription, TenantTables } from './description.ts'

export interface NewRecord {
  /** Author; null: a visitor, who is not signed in. */
  by: string | null
  /** False: the row waits for approval. */
  approved: boolean
  teamId?: string | null
  /** An id that was reserved for the row. */
  id?: string
}

/**
 * Stores one checked row for work that has its own rule about who may, such as a form. The table's right to add is not asked.
 * @param db as the service
 * @returns the id of the row
 * @throws {DatabaseError} BB001 if the description is stale, 42501 if the plan made the table read-only, 23505 for a value that
 * must be unique
 */
export async function insertRecord(
  db: Db,
  { tenantId, revision }: TenantTables,
  { id: tableId, fields }: TableDescription,
  row: SlotRow,
  { by, approved, teamId = null, id }: NewRecord,
): Promise<string> {
  const columns = storedColumns(fields)
  const list = sql.join(columns.map((name) => sql.ref(name)))
  const typed = sql.join(
    columns.map((name) => sql`${sql.ref(name)} ${sql.raw(name === 'extra' ? 'jsonb' : slotType(name))}`),
  )
  const { rows } = await sql<{ id: string }>`
    insert into app.records (tenant_id, table_id, id, indexed, created_by, by_visitor, approved, team_id, ${list})
    select ${tenantId}::uuid, ${tableId}::uuid, coalesce(${id ?? null}::uuid, app.uuidv7()), ${indexMask(fields)}::integer, ${by}::uuid, ${by === null}::boolean, ${approved}::boolean, ${teamId}::uuid, ${list}
    from json_to_record(${JSON.stringify(row)}::json) as b (${typed})
    where (select app.begin_write(${tenantId}, ${tableId}, ${revision}))
    returning id`.execute(db)
  return rows[0]!.id
}
