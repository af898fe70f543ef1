import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isGone } from '#kernel/payments/provider-error.ts'
import { orderErrors } from './errors.ts'
import { fulfil } from './fulfil.ts'
import type { Buyer, Sale } from './start-order.ts'

/** An open checkout of the same recurring product by the same buyer, begun in another tab. */
export interface OtherCheckout {
  tenant_id: string
  id: string
  mode: PaymentMode
  account: string
  session: string | null
  /** Its process should have made a session long ago. */
  lost: boolean
}

/** The one that keeps a new order from its place; an index sees to it that there is one at most. */
export async function otherCheckout(
  db: Db,
  sale: Sale,
  { userId }: Buyer,
  mode: PaymentMode,
): Promise<OtherCheckout | undefined> {
  const { rows } = await sql<OtherCheckout>`
    select tenant_id, id, mode, stripe_account_id as account, stripe_session_id as session,
      created_at < now() - interval '1 minute' as lost
    from public.orders
    where tenant_id = ${sale.tenantId} and auth_user_id = ${userId ?? null} and seller = ${sale.seller}
      and source_id = ${sale.sourceId} and mode = ${mode}
      and status = 'pending' and interval is not null and renewal_of is null`.execute(db)
  return rows[0]
}

/**
 * Ends a checkout, so that it and the next one are not both paid. One that was paid meanwhile is settled and refuses
 * the next one by itself.
 * @throws {AppError} checkout_busy while it is being opened, or its payment is under way; {StripeError}
 */
export async function endCheckout(kernel: Kernel, other: OtherCheckout): Promise<void> {
  if (!other.session) {
    if (!other.lost) throw orderErrors.checkout_busy()
    return close(kernel, other, 'failed')
  }
  const ref = { sessionId: other.session, account: other.account, mode: other.mode }
  await expireSession(kernel, ref)
  try {
    if ((await fulfil(kernel, ref))?.status === 'pending') throw orderErrors.checkout_busy()
  } catch (error) {
    if (!isGone(error)) throw error
    await close(kernel, other, 'expired')
  }
}

/** One that is not open any more refuses: whatever became of it is asked for afterwards. */
export async function expireSession(
  kernel: Kernel,
  { sessionId, account, mode }: { sessionId: string; account: string; mode: PaymentMode },
): Promise<void> {
  await kernel.payments
    .client(mode)
    .checkout.sessions.expire(sessionId, {}, { stripeAccount: account })
    .catch((error: unknown) => kernel.log.info({ error: String(error) }, 'a checkout could not be ended'))
}

async function close(kernel: Kernel, other: OtherCheckout, status: 'failed' | 'expired'): Promise<void> {
  await kernel.database.asService('close a checkout that nobody holds', (db) =>
    db
      .updateTable('orders')
      .set({ status })
      .where('tenant_id', '=', other.tenant_id)
      .where('id', '=', other.id)
      .where('status', '=', 'pending')
      .where('stripe_session_id', 'is not distinct from', other.session)
      .execute(),
  )
}
