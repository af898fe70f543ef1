import { sql } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'
import type { FigureName, PublicFigures } from './endpoints.ts'
import { analyticsErrors } from './errors.ts'

/** How each figure is counted, for the tenant `$tenant`. Events of the running hour are not in it yet. */
const hours = (tenant: string, dimension: string, column: 'count' | 'visitors') =>
  sql`(select coalesce(sum(${sql.ref(column)}), 0) from app.analytics_hours where tenant_id = ${tenant} and dimension = ${dimension})`
const COUNTS: Record<FigureName, (tenant: string) => ReturnType<typeof sql>> = {
  views: (tenant) => hours(tenant, 'view', 'count'),
  visits: (tenant) => hours(tenant, 'visit', 'count'),
  visitors: (tenant) => hours(tenant, 'visit', 'visitors'),
  members: (
    tenant,
  ) => sql`(select count(*) from auth.users u where u.pool_id = ${tenant} and not u.is_anonymous and u.deleted_at is null
    and (u.email_confirmed_at is not null or u.phone_confirmed_at is not null))`,
  orders: (tenant) => sql`(select count(*) from public.orders o join public.tenants t on t.id = o.tenant_id
    where o.tenant_id = ${tenant} and o.mode = t.stripe_mode and o.status = 'paid' and o.renewal_of is null)`,
}

/** The figures that a tenant publishes. @throws {AppError} no_figure */
export async function publicFigures(
  { database }: Kernel,
  tenant: string,
  { figure, path }: { figure?: FigureName | undefined; path?: string | undefined },
): Promise<PublicFigures> {
  return database.asService('closed: read the figures that a tenant publishes', async (db) => {
    const { rows } = await sql<{ public_figures: FigureName[] }>`
      select public_figures from public.analytics_settings where tenant_id = ${tenant} and collection <> 'off'`.execute(
      db,
    )
    const open = rows[0]?.public_figures ?? []
    if (figure && !open.includes(figure)) throw analyticsErrors.no_figure()
    const figures: PublicFigures['figures'] = []
    for (const name of figure ? [figure] : open) {
      const found = await sql<{ value: number }>`select ${COUNTS[name](tenant)}::int8 as value`.execute(db)
      figures.push({ name, value: found.rows[0]!.value })
    }
    if (path === undefined || !open.includes('views')) return { figures }
    const page = await sql<{ value: number }>`
      select coalesce(sum(count), 0)::int8 as value from app.analytics_hours
      where tenant_id = ${tenant} and dimension = 'page' and value = ${path}`.execute(db)
    return { figures, page: page.rows[0]!.value }
  })
}
