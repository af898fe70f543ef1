import type { Field } from '#kernel/browser/fields/field.ts'
import type { Db } from '#kernel/db/database.ts'
import { formErrors } from './errors.ts'

/** Title and fields of a table that is not in the trash. @throws {AppError} table_not_found */
export async function readTable(db: Db, tenantId: string, tableId: string) {
  const table = await db
    .selectFrom('data_tables')
    .select(['title', 'fields'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', tableId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!table) throw formErrors.table_not_found()
  return { title: table.title, fields: table.fields as unknown as Field[] }
}
