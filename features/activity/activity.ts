import { sql } from 'kysely'
import { shownName } from '#kernel/contract.ts'
import type { Db } from '#kernel/db/database.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { ActivityEvent, TenantActivity } from './endpoints.ts'
import { momentsOf } from './moments.ts'

/** More than a dashboard shows. */
const MOST = 12

interface EventRow {
  kind: ActivityEvent['kind']
  id: string
  at: string
  order_id: string | null
  product: string | null
  amount: number | null
  currency: string | null
  email: string | null
  name: string | null
}

/**
 * Reads the newest events of the caller's own tenant, and its firsts, under the caller's own rights.
 * @throws {AppError} tenant_not_found
 */
export async function activityOf(
  db: Db,
  { tenantId, mode }: { tenantId: string; mode: 'test' | 'live' },
): Promise<TenantActivity> {
  const tenant = await tenantWith(db, tenantId, 'orders')
  const { rows } = await eventsStatement(tenant.id, mode).execute(db)
  return { events: rows.map(eventOf), moments: await momentsOf(db, tenant.id) }
}

/** Each part reads its newest rows through an index that starts with the tenant. Ids of refunds follow time. */
const eventsStatement = (tenantId: string, mode: 'test' | 'live') => sql<EventRow>`
  select kind, id, to_json(at) #>> '{}' as at, order_id, product, amount, currency, email, name
  from (
    (select 'order' as kind, id, paid_at as at, id as order_id, name as product, amount_total as amount, currency,
        email, null as name
      from public.orders
      where tenant_id = ${tenantId} and mode = ${mode} and paid_at is not null
      order by paid_at desc limit ${MOST})
    union all
    (select 'refund', r.id, r.created_at, o.id, o.name, r.amount, o.currency, o.email, null
      from public.order_refunds r join public.orders o on o.tenant_id = r.tenant_id and o.id = r.order_id
      where r.tenant_id = ${tenantId} and o.mode = ${mode} and r.status in ('pending', 'succeeded')
      order by r.id desc limit ${MOST})
    union all
    (select 'sign-up', id, created_at, null, null, null, null, email, name
      from app.latest_sign_ups(${tenantId}, ${MOST}))
  ) as happened
  order by happened.at desc, id desc limit ${MOST}`

function eventOf({
  kind,
  id,
  at,
  order_id,
  product,
  amount,
  currency,
  email,
  name,
}: EventRow): ActivityEvent {
  if (kind === 'sign-up') return { kind, id, at, who: shownName(name ?? '') || (email ?? '') }
  return {
    kind,
    id,
    at,
    orderId: order_id!,
    product: product!,
    amount: amount!,
    currency: currency!,
    who: email ?? '',
  }
}
