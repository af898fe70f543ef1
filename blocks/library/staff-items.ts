import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { libraryErrors } from './errors.ts'
import type { StaffBody, StaffItem, StaffItemWithBody } from './endpoints-studio.ts'

const COLUMNS = sql`i.id, i.kind, i.slug, i.title, i.summary, i.teaser, i.cover, i.tags,
  case when i.published_at is null then 'draft' when i.published_at > now() then 'scheduled' else 'published' end as status,
  to_json(i.published_at) #>> '{}' as published_at, i.audience_id as audience, i.is_teaser, i.is_listed, i.counts_from, i.has_certificate, i.revision,
  to_json(i.created_at) #>> '{}' as created_at, to_json(i.updated_at) #>> '{}' as updated_at,
  (select count(*) from public.library_progress p where p.tenant_id = i.tenant_id and p.item_id = i.id)::integer as started,
  (select count(p.finished_at) from public.library_progress p where p.tenant_id = i.tenant_id and p.item_id = i.id)::integer as finished`

/** @throws {AppError} tenant_not_found, right_missing */
export function listItems({ database }: Kernel, claims: Claims, { tenantId }: { tenantId: string }) {
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    const { rows: items } = await sql<StaffItem>`select ${COLUMNS} from public.library_items i
      where i.tenant_id = ${tenantId} order by i.updated_at desc, i.id desc`.execute(db)
    const { rows } = await sql<{ most: number }>`select app.library_most(${tenantId}) as most`.execute(db)
    return { items, most: rows[0]!.most }
  })
}

/** @throws {AppError} tenant_not_found, right_missing, item_not_found */
export function readItem(
  { database }: Kernel,
  claims: Claims,
  { tenantId, itemId }: { tenantId: string; itemId: string },
): Promise<StaffItemWithBody> {
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    return itemOf(db, tenantId, itemId)
  })
}

/** @throws {AppError} item_not_found */
export async function itemOf(db: Db, tenantId: string, itemId: string): Promise<StaffItemWithBody> {
  const { rows } = await sql<
    StaffItem & { body: StaffBody | null; modules: StaffItemWithBody['modules'] | null }
  >`
    select ${COLUMNS}, b.body, case when i.kind = 'course' then coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'lessons', coalesce((
        select jsonb_agg(jsonb_build_object('item', l.item_id, 'drip_days', l.drip_days, 'drip_at', l.drip_at) order by l.position, l.item_id)
        from public.library_lessons l where l.tenant_id = m.tenant_id and l.course_id = m.course_id and l.module_id = m.id), '[]'))
        order by m.position, m.id)
      from public.library_modules m where m.tenant_id = i.tenant_id and m.course_id = i.id), '[]') end as modules
    from public.library_items i left join public.library_bodies b on b.tenant_id = i.tenant_id and b.item_id = i.id
    where i.tenant_id = ${tenantId} and i.id = ${itemId}`.execute(db)
  const [row] = rows
  if (!row) throw libraryErrors.item_not_found()
  const { body, modules, ...item } = row
  return { ...item, body: body ?? {}, ...(modules && { modules }) }
}

/** @throws {AppError} tenant_not_found, right_missing, item_not_found */
export function deleteItem(
  { database }: Kernel,
  claims: Claims,
  { tenantId, itemId }: { tenantId: string; itemId: string },
): Promise<void> {
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    const { numDeletedRows } = await db
      .deleteFrom('library_items')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', itemId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw libraryErrors.item_not_found()
  })
}
