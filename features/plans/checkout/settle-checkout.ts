import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { idOf } from '#kernel/payments/id-of.ts'
import { isGone, providerError } from '#kernel/payments/provider-error.ts'
import { readAccess } from '../access.ts'
import { endPass, startPass } from '../day-passes.ts'
import type { SettledCheckout } from '../endpoints.ts'
import { CHECKOUT_FAILED } from '../errors.ts'
import { mirrorSubscription } from '../mirror.ts'
import { wasRefused } from '../notices.ts'
import { DAY_PASS } from '../plans.ts'

export interface CheckoutRef {
  /** A session on the operator's own account. */
  sessionId: string
  mode: PaymentMode
}

type Status = Exclude<SettledCheckout['status'], 'unknown'>

const STATUS_LIMIT = { points: 60, seconds: 300 }

/**
 * Reads a checkout from the provider and applies its result. This is the only code that grants or revokes a
 * paid day pass. Events, the success page and the nightly reconciliation call it. It is idempotent and safe
 * to call concurrently.
 * @returns undefined for a session that is not ours
 * @throws {StripeError} when the provider cannot be reached
 */
export async function settleCheckout(kernel: Kernel, ref: CheckoutRef): Promise<Status | undefined> {
  const session = await kernel.payments
    .client(ref.mode)
    .checkout.sessions.retrieve(ref.sessionId, { expand: ['payment_intent.latest_charge'] })
  if (session.livemode !== (ref.mode === 'live')) return undefined
  const found = await kernel.database.asService('provider: find the purchase of a checkout', (db) =>
    rowOf(db, ref, session),
  )
  if (!found) return undefined
  return found.of === 'plan'
    ? settlePlanCheckout(kernel, ref, session, found.id)
    : settlePass(kernel, session, found)
}

interface Found {
  of: 'plan' | 'day_pass'
  id: string
  tenant_id: string
}

/**
 * Matches by the session's id, or by the reference it carries if the process ended before the session id was
 * stored.
 */
async function rowOf(
  db: Db,
  { sessionId, mode }: CheckoutRef,
  session: Stripe.Checkout.Session,
): Promise<Found | undefined> {
  const reference = session.client_reference_id ?? ''
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(reference)
  const isIt = isId
    ? sql<boolean>`session_id = ${sessionId} or (session_id is null and id = ${reference})`
    : sql<boolean>`session_id = ${sessionId}`
  const plan = await db
    .selectFrom('app.plan_checkouts')
    .select('id')
    .where('mode', '=', mode)
    .where(isIt)
    .executeTakeFirst()
  if (plan) return { of: 'plan', id: plan.id, tenant_id: '' }
  const pass = await db
    .selectFrom('app.day_passes')
    .select(['tenant_id', 'id'])
    .where('mode', '=', mode)
    .where(isIt)
    .executeTakeFirst()
  return pass && { of: 'day_pass', ...pass }
}

async function settlePlanCheckout(
  kernel: Kernel,
  { mode }: CheckoutRef,
  session: Stripe.Checkout.Session,
  id: string,
): Promise<Status> {
  const status =
    session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open'
  const subscription = idOf(session.subscription)
  const mirrored =
    status === 'complete' && subscription
      ? await mirrorSubscription(kernel, { id: subscription, mode })
      : undefined
  if (status !== 'open')
    await kernel.database.asService('provider: close a plan checkout', (db) =>
      db
        .updateTable('app.plan_checkouts')
        .set({ status, session_id: session.id })
        .where('id', '=', id)
        .execute(),
    )
  const refused =
    mirrored &&
    (await kernel.database.asService('provider: check for a refused trial', (db) =>
      wasRefused(db, mirrored.userId, subscription!),
    ))
  return refused ? 'trial_refused' : status
}

function settlePass(kernel: Kernel, session: Stripe.Checkout.Session, pass: Found): Promise<Status> {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const charge = intent && typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const paid = session.status === 'complete' && session.payment_status === 'paid'
  const problem = paid ? mismatchOf(session, pass.id) : undefined
  if (problem) kernel.log.error({ pass: pass.id, problem }, 'a paid day pass was not given')
  return kernel.database.asService('provider: settle a day pass', async (db) => {
    const refunded = paid && !problem && charge?.refunded === true
    if (refunded) await endPass(db, pass)
    else if (paid && !problem) await startPass(db, pass)
    await db
      .updateTable('app.day_passes')
      .set({
        session_id: session.id,
        payment_intent_id: intent?.id ?? null,
        ...(problem ? { problem } : {}),
      })
      .where('tenant_id', '=', pass.tenant_id)
      .where('id', '=', pass.id)
      .execute()
    if (session.status === 'expired')
      await db
        .updateTable('app.day_passes')
        .set({ status: 'expired' })
        .where('tenant_id', '=', pass.tenant_id)
        .where('id', '=', pass.id)
        .where('status', '=', 'pending')
        .execute()
    return refunded ? 'refunded' : paid ? 'complete' : session.status === 'expired' ? 'expired' : 'open'
  })
}

/** The first mismatch between a paid session and its pass; a mismatched session grants nothing. */
function mismatchOf(session: Stripe.Checkout.Session, passId: string): string | undefined {
  if (session.client_reference_id !== passId) return 'The payment names another day pass'
  if (session.currency !== DAY_PASS.currency || session.amount_total !== DAY_PASS.amount)
    return `The payment was ${session.amount_total} ${session.currency}, not ${DAY_PASS.amount} ${DAY_PASS.currency}`
  return undefined
}

/**
 * The request of the success page: reads the checkout directly instead of waiting for an event. The address
 * grants nothing, and only the caller's own checkouts are read.
 */
export async function readCheckout(
  kernel: Kernel,
  claims: Claims,
  sessionId: string,
): Promise<SettledCheckout> {
  await kernel.limits.take('plans.checkout-status', claims.sub!, STATUS_LIMIT)
  const mode = kernel.payments.platformMode
  const own = await kernel.database.asService('closed: find the owner of a checkout', async (db) => {
    const ofCaller = (table: 'app.plan_checkouts' | 'app.day_passes') =>
      db
        .selectFrom(table)
        .select('id')
        .where('session_id', '=', sessionId)
        .where('mode', '=', mode)
        .where('user_id', '=', claims.sub!)
        .executeTakeFirst()
    return (await ofCaller('app.plan_checkouts')) ?? (await ofCaller('app.day_passes'))
  })
  const status = own
    ? await settleCheckout(kernel, { sessionId, mode }).catch((error: unknown) => {
        if (isGone(error)) return undefined
        throw providerError(error, CHECKOUT_FAILED)
      })
    : undefined
  return { status: status ?? 'unknown', active: (await readAccess(kernel, claims)).active }
}
