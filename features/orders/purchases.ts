import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { readCursor } from '#kernel/page-cursor.ts'
import { orderErrors } from './errors.ts'

const PAGE = 20

/** A purchase as the buyer sees it. */
export interface BuyerPurchase {
  id: string
  status: 'paid' | 'refunded'
  item_id: string
  item_name: string
  quantity: number
  amount_total: number
  amount_refunded: number
  currency: string
  interval: 'week' | 'month' | 'year' | null
  grants_access: boolean
  subscription_status: string | null
  current_period_end: string | null
  cancel_at_period_end: boolean
  created_at: string
}

/**
 * Lists the purchases of the signed-in end user, newest first; an order that was not paid is no purchase. Guest purchases
 * made with an email that the user has since verified are assigned to the user first.
 * @param claims the claims of an end user
 * @throws {AppError} bad_cursor
 */
export async function purchasesOf(
  kernel: Kernel,
  { tenant, sub }: Claims,
  cursor?: string,
): Promise<{ purchases: BuyerPurchase[]; next: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const { rows } = await kernel.database.asService('closed: purchases of an end user', async (db) => {
    await sql`select app.claim_orders(${tenant}, ${sub})`.execute(db)
    return sql<BuyerPurchase>`
      select id, status, source_id as item_id, name as item_name, quantity, amount_total,
        amount_refunded, currency, interval, app.order_grants(tenant_id, id) and (mode = 'live' or
          (select stripe_mode from public.tenants where tenants.id = tenant_id) = 'test') as grants_access,
        subscription_status, to_json(current_period_end) #>> '{}' as current_period_end, cancel_at_period_end,
        to_json(created_at) #>> '{}' as created_at
      from public.orders
      where tenant_id = ${tenant} and auth_user_id = ${sub} and renewal_of is null
        and paid_at is not null and status in ('paid', 'refunded')
        and ${after ? sql`(created_at, id) < (${after.created_at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by public.orders.created_at desc, id desc limit ${PAGE + 1}`.execute(db)
  })
  const purchases = rows.slice(0, PAGE)
  const last = rows.length > PAGE ? purchases.at(-1) : undefined
  return {
    purchases,
    next: last ? Buffer.from(`${last.created_at} ${last.id}`).toString('base64url') : null,
  }
}

/** Finds a purchase of the end user. @throws {AppError} order_not_found, also for another user's purchase */
export async function ownPurchase(
  kernel: Kernel,
  { tenant, sub }: Claims,
  id: string,
): Promise<{ tenant_id: string; id: string }> {
  const order = await kernel.database.asService('closed: a purchase of an end user', (db) =>
    db
      .selectFrom('orders')
      .select(['tenant_id', 'id'])
      .where('tenant_id', '=', tenant!)
      .where('id', '=', id)
      .where('auth_user_id', '=', sub!)
      .executeTakeFirst(),
  )
  if (!order) throw orderErrors.order_not_found()
  return order
}
