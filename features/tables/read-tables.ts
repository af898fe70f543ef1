import { sql } from 'kysely'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { Db } from '#kernel/db/database.ts'
import type { DataTable } from './endpoints.ts'
import { tableErrors } from './errors.ts'

interface OfOwner {
  id: string
  owner_user_id: string
}

/** A tenant's tables in the order of their making, those in the trash last. */
export async function readTables(db: Db, { id, owner_user_id }: OfOwner): Promise<DataTable[]> {
  const { rows } = await sql<DataTable & { fields: Field[] }>`
    with plans as materialized (
      select app.has_plan(${owner_user_id}, 'pro') as pro, app.has_plan(${owner_user_id}, 'business') as business)
    select t.id, t.name, t.title, t.fields, t.revision, t.team_scoped, t.approval,
      t.see_audience_id as see, t.add_audience_id as add, t.change_audience_id as change, t.delete_audience_id as delete,
      case when t.team_scoped and not p.business then 'business'
        when t.place > min(t.place) over () and not p.pro then 'pro' end as read_only,
      to_json(t.created_at) #>> '{}' as created_at, to_json(t.updated_at) #>> '{}' as updated_at,
      to_json(t.deleted_at) #>> '{}' as deleted_at
    from public.data_tables t, plans p where t.tenant_id = ${id}
    order by t.deleted_at is not null, t.created_at, t.id`.execute(db)
  return rows
}

/** @throws {AppError} table_not_found */
export async function readTable(db: Db, tenant: OfOwner, tableId: string): Promise<DataTable> {
  const found = (await readTables(db, tenant)).find(({ id }) => id === tableId)
  if (!found) throw tableErrors.table_not_found()
  return found
}
