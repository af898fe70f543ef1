import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'

/**
 * An order as the return URLs need it. The tenant's list of sites decides where the buyer may be redirected.
 */
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

/** Sessions expire after 24 hours at most. A payment that is slow to confirm may return a little later. */
const OLDEST_STATE = sql<Date>`now() - interval '3 days'`

/** Finds the order whose checkout was opened with this state. Undefined if the state is forged or too old. */
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
    .where('orders.created_at', '>', OLDEST_STATE)
    .executeTakeFirst()
  return order && { ...order, mode: order.mode as PaymentMode }
}
