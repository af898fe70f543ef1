import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { mismatchOf, outcomeOf } from './outcome.ts'
import type { Outcome } from './outcome.ts'

/** A Checkout Session on a connected account; the account is the one we used or the webhook's, never metadata's. */
export interface SessionRef {
  sessionId: string
  account: string
  mode: PaymentMode
}

export type OrderState = 'pending' | 'paid' | 'canceled' | 'expired' | 'failed' | 'refunded'

export interface Fulfilled {
  tenant_id: string
  id: string
  status: OrderState
}

/** From which states an order may enter another: provider's final words win over ours, and never turn back. */
const ENTERED_FROM: Record<Outcome['status'] | 'flagged', readonly string[]> = {
  pending: [],
  flagged: ['pending', 'canceled', 'expired'],
  expired: ['pending'],
  failed: ['pending'],
  paid: ['pending', 'canceled', 'expired', 'failed'],
  refunded: ['pending', 'canceled', 'expired', 'failed', 'paid'],
}

/**
 * Brings an order to what the provider says about its session. The one way an order is ever paid: called by
 * webhooks, return addresses and the repair, any number of times, at the same time, in any order.
 * Reads the session first, then writes under a row lock; a session that is not the order's changes nothing.
 * @returns undefined when no order of ours belongs to the session
 * @throws {StripeError} when the provider cannot be asked
 */
export async function fulfil(kernel: Kernel, ref: SessionRef): Promise<Fulfilled | undefined> {
  const session = await kernel.payments
    .client(ref.mode)
    .checkout.sessions.retrieve(
      ref.sessionId,
      { expand: ['payment_intent.latest_charge'] },
      { stripeAccount: ref.account },
    )
  return kernel.database.asService('settle an order', (db) => settle(kernel, db, ref, session))
}

async function settle(
  kernel: Kernel,
  db: Db,
  ref: SessionRef,
  session: Stripe.Checkout.Session,
): Promise<Fulfilled | undefined> {
  const order = await lockOrder(db, ref, session)
  if (!order) return undefined
  const known = { tenant_id: order.tenant_id, id: order.id, status: order.status as OrderState }
  const outcome = outcomeOf(session)
  const completed = outcome.status === 'paid' || outcome.status === 'refunded'
  const problem = completed ? mismatchOf(session, order) : undefined
  const status = problem ? 'failed' : outcome.status
  if (problem) kernel.log.error({ order: order.id, tenant: order.tenant_id, problem }, 'order not fulfilled')
  const enters = ENTERED_FROM[problem ? 'flagged' : status].includes(order.status)
  const moreRefunded = !problem && order.status === 'paid' && outcome.amountRefunded > order.amount_refunded
  if (!enters && !moreRefunded) return known

  await db
    .updateTable('orders')
    .set({
      stripe_session_id: session.id,
      ...(enters ? { status } : {}),
      ...(problem ? { problem } : settled(status, outcome, order.amount_total)),
    })
    .where('tenant_id', '=', order.tenant_id)
    .where('id', '=', order.id)
    .execute()
  kernel.log.info({ order: order.id, tenant: order.tenant_id, from: order.status, to: status }, 'order')
  return enters ? { ...known, status } : known
}

/** The order of this session on this account; or one whose session id was lost with the process that made it. */
function lockOrder(db: Db, { account, mode }: SessionRef, session: Stripe.Checkout.Session) {
  const reference = session.client_reference_id ?? ''
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(reference)
  return db
    .selectFrom('orders')
    .select(['tenant_id', 'id', 'mode', 'status', 'source_id', 'amount_total', 'amount_refunded', 'currency'])
    .where('stripe_account_id', '=', account)
    .where('mode', '=', mode)
    .where((eb) =>
      eb.or([
        eb('stripe_session_id', '=', session.id),
        ...(isId ? [eb.and([eb('stripe_session_id', 'is', null), eb('id', '=', reference)])] : []),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()
}

function settled(status: Outcome['status'], outcome: Outcome, total: number) {
  if (status !== 'paid' && status !== 'refunded') return {}
  return {
    problem: null,
    stripe_payment_intent_id: outcome.paymentIntentId ?? null,
    amount_refunded: Math.min(outcome.amountRefunded, total),
    paid_at: sql<Date>`coalesce(paid_at, now())`,
    email: sql<string | null>`coalesce(email, ${outcome.email ?? null})`,
    ...(status === 'refunded' ? { refunded_at: sql<Date>`now()` } : {}),
  }
}
