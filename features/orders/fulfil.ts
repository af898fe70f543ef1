import { sql } from 'kysely'
import type Stripe from 'stripe'
import { againAfterDeadlock } from '#kernel/db/again.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { idOf } from '#kernel/payments/id-of.ts'
import { queueOrderEmails } from './letters.ts'
import { idsOf, mismatchOf, outcomeOf } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { paymentFacts, paymentOfInvoice } from './payment-facts.ts'
import type { PaymentFacts, SellingAccount } from './payment-facts.ts'
import { storeRefunds } from './refunds/refund-rows.ts'
import { SETTLED, differs, moneyOf } from './settled.ts'
import { columnsOf, readSubscription } from './subscriptions/subscription-state.ts'
import type { SubscriptionState } from './subscriptions/subscription-state.ts'
import { queueTied } from './tied-queue.ts'

/**
 * A Checkout Session on a connected account. The account is the one we used or the webhook's, never one from
 * metadata.
 */
export interface SessionRef extends SellingAccount {
  sessionId: string
}

export type OrderState = 'pending' | 'paid' | 'canceled' | 'expired' | 'failed' | 'refunded'

export interface Fulfilled {
  tenant_id: string
  id: string
  status: OrderState
  /** The order has ended, but its checkout or its payment has not at the provider: it can still be paid. */
  isOpen?: true
}

/** The states from which an order may enter each state. The provider's final state wins over ours. */
const ENTERED_FROM: Record<Outcome['status'] | 'flagged', readonly string[]> = {
  pending: [],
  flagged: ['pending', 'canceled', 'expired'],
  expired: ['pending'],
  failed: ['pending'],
  // A failed refund counts as not made, so a refunded order can become paid again.
  paid: ['pending', 'canceled', 'expired', 'failed', 'refunded'],
  refunded: ['pending', 'canceled', 'expired', 'failed', 'paid'],
}

/** Maximum optimistic-lock retries. */
const MAX_ATTEMPTS = 8

/** The provider's state of an order, read at one time. */
interface ProviderSnapshot {
  session: Stripe.Checkout.Session
  payment: PaymentFacts | undefined
  subscription: SubscriptionState | undefined
}

/**
 * Updates an order to the provider's state of its session. Only this function marks an order as paid.
 * Webhooks, return URLs, refunds and the repair job call it any number of times, concurrently and in any
 * order. It reads the provider first, then writes under a row lock, and only if the order's version is
 * unchanged, so a stale read never overwrites a newer one. A session that does not belong to the order
 * changes nothing.
 * @returns undefined when no order belongs to the session
 * @throws {StripeError} when the request to the provider fails
 */
export async function fulfil(kernel: Kernel, ref: SessionRef): Promise<Fulfilled | undefined> {
  let reference = ''
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const before = await kernel.database.asService('provider: order of a session', (db) =>
      orderOf(db, ref, reference),
    )
    const snapshot = await readSnapshot(kernel, ref)
    reference = snapshot.session.client_reference_id ?? ''
    const done = await againAfterDeadlock(() =>
      kernel.database.asService('provider: settle an order', async (db) => {
        const order = await orderOf(db, ref, reference, true)
        if (!order) return 'none'
        return order.version === before?.version ? settle(kernel, db, order, snapshot) : 'again'
      }),
    )
    if (done === 'none') return undefined
    if (done !== 'again') return done
  }
  throw new Error(`Order of ${ref.sessionId}: too many concurrent writes`)
}

async function readSnapshot(kernel: Kernel, ref: SessionRef): Promise<ProviderSnapshot> {
  const session = await kernel.payments
    .client(ref.mode)
    .checkout.sessions.retrieve(ref.sessionId, {}, { stripeAccount: ref.account })
  const [invoice, subscription] = [idOf(session.invoice), idOf(session.subscription)]
  const intent = idOf(session.payment_intent) ?? (invoice && (await paymentOfInvoice(kernel, ref, invoice)))
  return {
    session,
    payment: intent ? await paymentFacts(kernel, ref, intent) : undefined,
    subscription: subscription ? await readSubscription(kernel, subscription, ref) : undefined,
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof orderOf>>>

async function settle(kernel: Kernel, db: Db, order: Row, snapshot: ProviderSnapshot): Promise<Fulfilled> {
  const { session, payment } = snapshot
  const known = { tenant_id: order.tenant_id, id: order.id, status: order.status as OrderState }
  const outcome = outcomeOf(session, payment)
  const completed = outcome.status === 'paid' || outcome.status === 'refunded'
  const problem = completed ? mismatchOf(session, order) : undefined
  const status = problem ? 'failed' : outcome.status
  if (problem) kernel.log.error({ order: order.id, tenant: order.tenant_id, problem }, 'order not fulfilled')
  const enters = ENTERED_FROM[problem ? 'flagged' : status].includes(order.status)
  const follows = completed && !problem && (enters || order.status === status)
  if (!enters && !follows)
    return status === 'pending' && order.status !== 'pending' ? { ...known, isOpen: true } : known

  const changes = problem ? { problem } : follows ? settled(status, outcome, snapshot, order) : {}
  const refundsChanged = follows && payment ? await storeRefunds(db, order, payment.refunds) : false
  if (!enters && !refundsChanged && !differs(order, changes)) return known
  const written = await db
    .updateTable('orders')
    .set({
      ...changes,
      ...(enters ? { status } : {}),
      stripe_session_id: session.id,
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', order.tenant_id)
    .where('id', '=', order.id)
    .returning(['status', 'problem'])
    .executeTakeFirstOrThrow()
  // A payment may arrive after its checkout has expired and the stock has sold out. The database then marks
  // the order as failed instead of paid.
  const now = written.status as OrderState
  if (now === 'failed' && status === 'paid') {
    kernel.log.error(
      { order: order.id, tenant: order.tenant_id, problem: written.problem },
      'order not fulfilled',
    )
    // The seller's trigger may have queued the refund (app.queue_late_refund).
    await kernel.jobs.send(db, 'queued-refunds', {})
  }
  if (follows) await queueOrderEmails(kernel, db, order, { ...order, ...changes, status: now })
  if (enters && now === 'paid') await queueTied(kernel, db, order)
  if (enters)
    kernel.log.info({ order: order.id, tenant: order.tenant_id, from: order.status, to: now }, 'order')
  return enters ? { ...known, status: now } : known
}

/**
 * The order of this session on this account, or an order that lost its session id because the process
 * crashed.
 */
function orderOf(db: Db, { account, mode, sessionId }: SessionRef, reference: string, lock = false) {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(reference)
  const query = db
    .selectFrom('orders')
    .select(['source_id', 'amount_total', 'currency', 'interval', 'tied_queue', 'tied_id', ...SETTLED])
    .where('stripe_account_id', '=', account)
    .where('mode', '=', mode)
    .where((eb) =>
      eb.or([
        eb('stripe_session_id', '=', sessionId),
        ...(isId ? [eb.and([eb('stripe_session_id', 'is', null), eb('id', '=', reference)])] : []),
      ]),
    )
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

function settled(status: Outcome['status'], outcome: Outcome, snapshot: ProviderSnapshot, order: Row) {
  const { session, payment, subscription } = snapshot
  const now = sql<Date>`now()`
  return {
    problem: null,
    ...idsOf(session),
    ...(subscription && columnsOf(subscription, order)),
    stripe_payment_intent_id: outcome.paymentIntentId ?? null,
    ...moneyOf(payment, order.amount_total),
    email: order.email ?? outcome.email ?? null,
    paid_at: order.paid_at ?? now,
    refunded_at: status === 'refunded' ? (order.refunded_at ?? now) : null,
  }
}
