import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { ownedTenant } from '#kernel/owned-tenant.ts'
import { cursorOf, readCursor } from '#kernel/page-cursor.ts'
import type { Order, OrderFilter, OrderQuery, OrdersPage } from '../endpoints.ts'
import { ORDER } from './order-rows.ts'

const PAGE = 25

/**
 * Returns a page of the orders of the caller's own tenant, newest first. Pages use a cursor, so orders that
 * arrive in between neither repeat nor hide another order.
 * @throws {AppError} tenant_not_found, bad_cursor
 */
export async function listOrders(
  db: Db,
  { cursor, limit = PAGE, ...query }: OrderQuery & { cursor?: string; limit?: number },
): Promise<OrdersPage> {
  const rows = await matching(db, query, limit + 1, cursor)
  const orders = rows.slice(0, limit)
  const last = rows.length > limit ? orders.at(-1) : undefined
  return { orders, next: last ? cursorOf(last) : null }
}

/** @param most rows */
export async function matching(
  db: Db,
  query: OrderQuery,
  most: number,
  cursor: string | undefined,
): Promise<Order[]> {
  const tenant = await ownedTenant(db, query.tenantId)
  const { mode = tenant.stripe_mode, filter, q, from, to } = query
  const after = cursor === undefined ? undefined : readCursor(cursor)
  let orders = db
    .selectFrom('orders')
    .select(ORDER)
    .where('tenant_id', '=', tenant.id)
    .where('mode', '=', mode)
    .where(FILTERS[filter ?? 'default'])
  if (q) orders = orders.where(matchesText(q))
  if (from)
    orders = orders.where('orders.created_at', '>=', sql<Date>`${from}::date::timestamp at time zone 'UTC'`)
  if (to)
    orders = orders.where(
      'orders.created_at',
      '<',
      sql<Date>`(${to}::date + 1)::timestamp at time zone 'UTC'`,
    )
  if (after)
    orders = orders.where(
      sql<boolean>`(orders.created_at, id) < (${after.created_at}::timestamptz, ${after.id}::uuid)`,
    )
  const rows = await orders.orderBy('orders.created_at', 'desc').orderBy('id', 'desc').limit(most).execute()
  return rows as Order[]
}

const FILTERS: Record<OrderFilter | 'default', ReturnType<typeof sql<boolean>>> = {
  default: sql`status in ('paid', 'refunded')`,
  all: sql`true`,
  paid: sql`status = 'paid'`,
  refunded: sql`(status = 'refunded' or amount_refunded > 0)`,
  pending: sql`status = 'pending'`,
  canceled: sql`status in ('canceled', 'expired')`,
  failed: sql`status = 'failed'`,
  recurring: sql`interval is not null and renewal_of is null and paid_at is not null`,
  disputed: sql`dispute_status is not null`,
  problem: sql`(problem is not null or refund_failed
    or dispute_status in ('needs_response', 'warning_needs_response'))`,
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Matches a literal substring of the product's name or the buyer's email, or a whole id. */
function matchesText(q: string) {
  const part = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  if (UUID.test(q))
    return sql<boolean>`(id = ${q}::uuid or source_id = ${q}::uuid or renewal_of = ${q}::uuid)`
  return sql<boolean>`(name ilike ${part} or email ilike ${part} or stripe_payment_intent_id = ${q})`
}
