import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'

/** An order as the return addresses need it, with the list of sites that decides where the buyer may be led. */
export interface ReturningOrder {
  tenant_id: string
  id: string
  mode: PaymentMode
  name: string
  amount_total: number
  currency: string
  page_url: string | null
  stripe_account_id: string
  stripe_session_id: string | null
  allowed_origins: string[]
}

/** Sessions end after 24 hours at most; a payment that was slow to confirm may be looked at a little longer. */
const STATE_LIVES = sql<Date>`now() - interval '3 days'`

/** The order whose checkout carried this state; undefined for a forged or old one. */
export async function orderByState(db: Db, state: string): Promise<ReturningOrder | undefined> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('tenants', 'tenants.id', 'orders.tenant_id')
    .select([
      'orders.tenant_id',
      'orders.id',
      'orders.mode',
      'orders.name',
      'amount_total',
      'currency',
      'page_url',
      'orders.stripe_account_id',
      'stripe_session_id',
      'allowed_origins',
    ])
    .where('state_hash', '=', tokenHash(state))
    .where('orders.created_at', '>', STATE_LIVES)
    .executeTakeFirst()
  return order && { ...order, mode: order.mode as PaymentMode }
}
