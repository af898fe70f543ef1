import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { type SortColumn, sortedPage } from '#kernel/db/sorted-page.ts'
import type { Order, OrderFilter, OrderQuery, OrderSort, OrdersPage } from '../endpoints.ts'
import { ORDER } from './order-rows.ts'

const PAGE = 25

/** What a list of orders can be sorted by. */
const SORTS: Record<OrderSort, SortColumn> = {
  created: { value: sql`orders.created_at`, type: 'timestamptz' },
  amount: { value: sql`orders.amount_total`, type: 'integer' },
  name: { value: sql`left(lower(orders.name), 100)`, type: 'text' },
  buyer: { value: sql`left(lower(coalesce(orders.email, '')), 100)`, type: 'text' },
}

/**
 * Returns a page of the orders of the caller's own tenant, newest first unless `sort` says otherwise. Orders that
 * arrive between two pages neither repeat nor hide another order.
 * @throws {AppError} tenant_not_found, bad_cursor
 */
export async function listOrders(
  db: Db,
  { limit = PAGE, ...query }: OrderQuery & Paging & { limit?: number },
): Promise<OrdersPage> {
  const { rows, next } = await matching(db, query, limit)
  return { orders: rows, next }
}

interface Paging {
  sort?: OrderSort | `-${OrderSort}`
  cursor?: string
}

/** Returns at most `limit` orders and the cursor of the next page, which is null on the last one. */
export async function matching(
  db: Db,
  query: OrderQuery & Paging,
  limit: number,
): Promise<{ rows: Order[]; next: string | null }> {
  const tenant = await tenantWith(db, query.tenantId, 'orders')
  const { mode = tenant.stripe_mode, filter, q, from, to } = query
  const page = sortedPage(SORTS, query.sort ?? '-created', sql`orders.id`, query.cursor)
  let orders = db
    .selectFrom('orders')
    .select([...ORDER, page.value.as('sort_value')])
    .where('tenant_id', '=', tenant.id)
    .where('mode', '=', mode)
    .where(FILTERS[filter ?? 'default'])
    .where(page.after)
  if (q) orders = orders.where(matchesText(q))
  if (from)
    orders = orders.where('orders.created_at', '>=', sql<Date>`${from}::date::timestamp at time zone 'UTC'`)
  if (to)
    orders = orders.where(
      'orders.created_at',
      '<',
      sql<Date>`(${to}::date + 1)::timestamp at time zone 'UTC'`,
    )
  const rows = await orders
    .orderBy(sql`${page.orderBy}`)
    .limit(limit + 1)
    .execute()
  return page.split(rows as (Order & { sort_value: string })[], limit)
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
