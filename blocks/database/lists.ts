import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { DataView, GivenView, OfView } from './endpoints-studio.ts'
import { formErrors } from './errors.ts'
import type { Layout, ListDesign } from '#kernel/browser/forms/list-design.ts'
import { listDesignOf, listProblem } from '#kernel/browser/forms/list-design.ts'
import { readTable } from './read-table.ts'
import { writeChecked } from './write-checked.ts'

/** @throws {AppError} tenant_not_found, right_missing */
export function listViews(kernel: Kernel, claims: Claims, tenantId: string): Promise<DataView[]> {
  return kernel.database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    return readViews(db, tenantId)
  })
}

/** @throws {AppError} table_not_found, bad_design, too_many_lists */
export function createView(
  kernel: Kernel,
  claims: Claims,
  { tenantId, table_id, ...given }: { tenantId: string; table_id: string } & GivenView,
): Promise<DataView> {
  return writeChecked(kernel, claims, tenantId, async (db) => {
    const table = await readTable(db, tenantId, table_id)
    const design = given.design ?? listDesignOf(table.fields)
    requireValid(design, table.fields, given.layout)
    const { id } = await db
      .insertInto('data_views')
      .values({
        tenant_id: tenantId,
        table_id,
        title: given.title ?? table.title,
        layout: given.layout,
        design: JSON.stringify(design),
        // The trigger chooses it.
        place: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return readView(db, tenantId, id)
  })
}

/** @throws {AppError} list_not_found, list_changed, bad_design */
export function changeView(
  kernel: Kernel,
  claims: Claims,
  { tenantId, viewId, revision, ...given }: OfView & { revision: number } & GivenView,
): Promise<DataView> {
  return writeChecked(kernel, claims, tenantId, async (db) => {
    const before = await db
      .selectFrom('data_views')
      .select(['table_id', 'revision', 'layout', 'design'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', viewId)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw formErrors.list_not_found()
    if (before.revision !== revision) throw formErrors.list_changed()
    const { design, ...plain } = given
    const isCalendar = given.layout === 'calendar'
    if (design || isCalendar) {
      const { fields } = await readTable(db, tenantId, before.table_id)
      const layout = given.layout ?? (before.layout as Layout)
      requireValid(design ?? (before.design as unknown as ListDesign), fields, layout)
    }
    await db
      .updateTable('data_views')
      .set({ ...plain, ...(design && { design: JSON.stringify(design) }) })
      .set({ revision: revision + 1, updated_at: sql`now()` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', viewId)
      .execute()
    return readView(db, tenantId, viewId)
  })
}

/** @throws {AppError} list_not_found */
export function deleteView(kernel: Kernel, claims: Claims, { tenantId, viewId }: OfView): Promise<void> {
  return writeChecked(kernel, claims, tenantId, async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('data_views')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', viewId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw formErrors.list_not_found()
  })
}

const readView = async (db: Db, tenantId: string, viewId: string): Promise<DataView> =>
  (await readViews(db, tenantId)).find(({ id }) => id === viewId)!

async function readViews(db: Db, tenantId: string): Promise<DataView[]> {
  const { rows } = await sql<DataView>`
    select id, table_id, title, layout, design, revision, to_json(created_at) #>> '{}' as created_at,
      to_json(updated_at) #>> '{}' as updated_at
    from public.data_views where tenant_id = ${tenantId} order by created_at, id`.execute(db)
  return rows
}

function requireValid(...of: Parameters<typeof listProblem>): void {
  const problem = listProblem(...of)
  if (problem) throw formErrors.bad_design({ text: problem })
}
