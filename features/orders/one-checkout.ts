import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { AppError } from '#kernel/errors.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import { isGone, providerError } from '#kernel/payments/provider-error.ts'
import { CHECKOUT_AWAY, orderErrors } from './errors.ts'
import { fulfil } from './fulfil.ts'
import type { Buyer, Sale } from './start-order.ts'

/** An open checkout of the same recurring product by the same buyer, started in another tab. */
export interface OtherCheckout {
  tenant_id: string
  id: string
  mode: PaymentMode
  account: string
  session: string | null
  /** The order still has no session after a minute, so its process has probably crashed. */
  lost: boolean
}

/** Finds the open checkout that blocks a new order. A unique index allows one at most. */
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
 * Ends the buyer's other open checkouts of the same product: those they started while signed in, and those
 * whose receipts their browser sent. Otherwise several could be paid, and each would reserve stock.
 * @param attempt the id of the order that is about to start, or that has started if this call resumes an
 *   earlier one
 * @returns the receipts among `earlier` whose checkouts have ended
 * @throws {AppError} checkout_busy for a recurring product whose payment is in progress; payments_refused or
 *   payments_unavailable when a request to the provider fails
 */
export async function endEarlier(
  kernel: Kernel,
  sale: Sale,
  { userId, earlier }: Buyer,
  attempt: string | undefined,
): Promise<string[]> {
  if (earlier.length === 0 && (!userId || sale.interval)) return []
  const hashes = new Map(earlier.map((receipt) => [tokenHash(receipt).toString('hex'), receipt]))
  const open = await kernel.database.asService('closed: own open checkouts of a product', (db) =>
    sql<OtherCheckout & { receipt_hash: Buffer | null }>`
      select tenant_id, id, mode, stripe_account_id as account, stripe_session_id as session, receipt_hash,
        created_at < now() - interval '1 minute' as lost
      from public.orders
      where tenant_id = ${sale.tenantId} and source_id = ${sale.sourceId} and status = 'pending'
        and seller = ${sale.seller} and renewal_of is null and id is distinct from ${attempt ?? null}
        and (receipt_hash = any (${[...hashes.keys()].map((hash) => Buffer.from(hash, 'hex'))})
          or (auth_user_id = ${userId ?? null} and interval is null))
      limit 20`.execute(db),
  )
  const ended: string[] = []
  for (const { receipt_hash, ...other } of open.rows) {
    const over = await endCheckout(kernel, other).then(
      () => true,
      (error: unknown) => {
        // For a recurring product, waiting is better than paying twice each month. A one-time product may be
        // bought twice.
        if (error instanceof AppError && error.code === 'checkout_busy' && !sale.interval) return false
        throw providerError(error, CHECKOUT_AWAY)
      },
    )
    const receipt = hashes.get(receipt_hash?.toString('hex') ?? '')
    if (over && receipt) ended.push(receipt)
  }
  return ended
}

/**
 * Ends a checkout so that it and the next one cannot both be paid. If it has been paid in the meantime it is
 * settled, and the next checkout is then refused because of the existing subscription.
 * @throws {AppError} checkout_busy while the checkout is being opened or its payment is in progress;
 *   {StripeError}
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

/** Expires a session. The provider refuses if it is no longer open; the caller then reads its state. */
export async function expireSession(
  kernel: Kernel,
  { sessionId, account, mode }: { sessionId: string; account: string; mode: PaymentMode },
): Promise<void> {
  await kernel.payments
    .client(mode)
    .checkout.sessions.expire(sessionId, {}, { stripeAccount: account })
    .catch((error: unknown) => kernel.log.info({ error: String(error) }, 'a checkout could not be expired'))
}

async function close(kernel: Kernel, other: OtherCheckout, status: 'failed' | 'expired'): Promise<void> {
  await kernel.database.asService('closed: close an abandoned checkout', (db) =>
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
