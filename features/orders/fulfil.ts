import { sql } from 'kysely'
import type Stripe from 'stripe'
import { againAfterDeadlock } from '#kernel/db/again.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { idOf } from '#kernel/payments/id-of.ts'
import { tellOfChange } from './letters.ts'
import { idsOf, mismatchOf, outcomeOf } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { paymentFacts, paymentOfInvoice } from './payment-facts.ts'
import type { PaymentFacts, SellingAccount } from './payment-facts.ts'
import { keepRefunds } from './refunds/refund-rows.ts'
import { SETTLED, differs, moneyOf } from './settled.ts'
import { readSubscription } from './subscriptions/subscription-state.ts'
import type { SubscriptionState } from './subscriptions/subscription-state.ts'

/** A Checkout Session on a connected account; the account is the one we used or the webhook's, never metadata's. */
export interface SessionRef extends SellingAccount {
  sessionId: string
}

export type OrderState = 'pending' | 'paid' | 'canceled' | 'expired' | 'failed' | 'refunded'

export interface Fulfilled {
  tenant_id: string
  id: string
  status: OrderState
}

/** From which states an order may enter another: the provider's final words win over ours. */
const ENTERED_FROM: Record<Outcome['status'] | 'flagged', readonly string[]> = {
  pending: [],
  flagged: ['pending', 'canceled', 'expired'],
  expired: ['pending'],
  failed: ['pending'],
  // A refund that did not reach the buyer was none.
  paid: ['pending', 'canceled', 'expired', 'failed', 'refunded'],
  refunded: ['pending', 'canceled', 'expired', 'failed', 'paid'],
}

/** Whoever comes between a look at the provider and its writing makes us look again; this often at most. */
const LOOKS = 8

/** What one look at the provider tells. */
interface Look {
  session: Stripe.Checkout.Session
  payment: PaymentFacts | undefined
  subscription: SubscriptionState | undefined
}

/**
 * Brings an order to what the provider says about its session. The one way an order is ever paid: called by
 * webhooks, return addresses, refunds and the repair, any number of times, at the same time, in any order.
 * Reads first, then writes under a row lock, and only if nobody wrote in between: what stands is never older than
 * what another had read. A session that is not the order's changes nothing.
 * @returns undefined when no order of ours belongs to the session
 * @throws {StripeError} when the provider cannot be asked
 */
export async function fulfil(kernel: Kernel, ref: SessionRef): Promise<Fulfilled | undefined> {
  let reference = ''
  for (let looks = 0; looks < LOOKS; looks++) {
    const before = await kernel.database.asService('order of a session', (db) => orderOf(db, ref, reference))
    const look = await lookAt(kernel, ref)
    reference = look.session.client_reference_id ?? ''
    const done = await againAfterDeadlock(() =>
      kernel.database.asService('settle an order', async (db) => {
        const order = await orderOf(db, ref, reference, true)
        if (!order) return 'none'
        return order.version === before?.version ? settle(kernel, db, order, look) : 'again'
      }),
    )
    if (done === 'none') return undefined
    if (done !== 'again') return done
  }
  throw new Error(`Order of ${ref.sessionId}: others kept writing`)
}

async function lookAt(kernel: Kernel, ref: SessionRef): Promise<Look> {
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

async function settle(kernel: Kernel, db: Db, order: Row, look: Look): Promise<Fulfilled> {
  const { session, payment } = look
  const known = { tenant_id: order.tenant_id, id: order.id, status: order.status as OrderState }
  const outcome = outcomeOf(session, payment)
  const completed = outcome.status === 'paid' || outcome.status === 'refunded'
  const problem = completed ? mismatchOf(session, order) : undefined
  const status = problem ? 'failed' : outcome.status
  if (problem) kernel.log.error({ order: order.id, tenant: order.tenant_id, problem }, 'order not fulfilled')
  const enters = ENTERED_FROM[problem ? 'flagged' : status].includes(order.status)
  const follows = completed && !problem && (enters || order.status === status)
  if (!enters && !follows) return known

  const changes = problem ? { problem } : follows ? settled(status, outcome, look, order) : {}
  const refundsChanged = follows && payment ? await keepRefunds(db, order, payment.refunds) : false
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
  // What was paid after its checkout was over may be sold out by now: the database then refuses to call it paid.
  const now = written.status as OrderState
  if (now === 'failed' && status === 'paid')
    kernel.log.error(
      { order: order.id, tenant: order.tenant_id, problem: written.problem },
      'order not fulfilled',
    )
  if (follows) await tellOfChange(kernel, db, order, { ...order, ...changes, status: now })
  if (enters)
    kernel.log.info({ order: order.id, tenant: order.tenant_id, from: order.status, to: now }, 'order')
  return enters ? { ...known, status: now } : known
}

/** The order of this session on this account; or one whose session id was lost with the process that made it. */
function orderOf(db: Db, { account, mode, sessionId }: SessionRef, reference: string, lock = false) {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(reference)
  const query = db
    .selectFrom('orders')
    .select(['source_id', 'amount_total', 'currency', 'interval', ...SETTLED])
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

function settled(status: Outcome['status'], outcome: Outcome, look: Look, order: Row) {
  const { session, payment, subscription } = look
  const now = sql<Date>`now()`
  return {
    problem: null,
    ...idsOf(session),
    ...subscription,
    stripe_payment_intent_id: outcome.paymentIntentId ?? null,
    ...moneyOf(payment, order.amount_total),
    email: order.email ?? outcome.email ?? null,
    paid_at: order.paid_at ?? now,
    refunded_at: status === 'refunded' ? (order.refunded_at ?? now) : null,
  }
}
