import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Kernel } from '#kernel/kernel.ts'
import { idOf } from '#kernel/payments/id-of.ts'

export interface SmokeRow {
  tenant_id: string
  id: string
  account_id: string
  session_id: string
}

type Status = 'open' | 'paid' | 'refunded' | 'expired'

/** Allowed previous states for each state of a smoke payment; a state never moves back. */
const ENTERED_FROM: Record<Status, readonly string[]> = {
  open: [],
  expired: ['open'],
  paid: ['open', 'expired'],
  refunded: ['open', 'expired', 'paid'],
}

/** The smoke payment of a session; undefined for every other session. */
export function smokeOfSession(kernel: Kernel, sessionId: string): Promise<SmokeRow | undefined> {
  return kernel.database.asService('provider: smoke payment of a session', (db) =>
    db
      .selectFrom('smoke_payments')
      .select(['tenant_id', 'id', 'account_id', sql<string>`session_id`.as('session_id')])
      .where('session_id', '=', sessionId)
      .executeTakeFirst(),
  )
}

/**
 * Updates a smoke payment from the provider's checkout session. Idempotent, in any order of events.
 * @throws {StripeError} when the provider cannot be reached
 */
export async function settleSmoke(kernel: Kernel, row: SmokeRow): Promise<Status> {
  const session = await kernel.payments
    .client('live')
    .checkout.sessions.retrieve(
      row.session_id,
      { expand: ['payment_intent.latest_charge'] },
      { stripeAccount: row.account_id },
    )
  const { status, paymentIntent } = stateOf(session)
  await writeSmoke(kernel, row, status, paymentIntent)
  return status
}

/** Writes a state, unless the payment is already past it. */
export async function writeSmoke(
  kernel: Kernel,
  row: Pick<SmokeRow, 'tenant_id' | 'id'>,
  status: Status,
  paymentIntent?: string,
): Promise<void> {
  if (status === 'open') return
  await kernel.database.asService('provider: settle a smoke payment', (db) =>
    db
      .updateTable('smoke_payments')
      .set({
        status,
        ...(paymentIntent ? { payment_intent_id: paymentIntent } : {}),
        ...(status === 'expired' ? {} : { paid_at: sql<Date>`coalesce(paid_at, now())` }),
        ...(status === 'refunded' ? { refunded_at: sql<Date>`now()` } : {}),
      })
      .where('tenant_id', '=', row.tenant_id)
      .where('id', '=', row.id)
      .where('status', 'in', ENTERED_FROM[status])
      .execute(),
  )
}

function stateOf(session: Stripe.Checkout.Session): { status: Status; paymentIntent?: string } {
  const intent = session.payment_intent
  const paymentIntent = idOf(intent)
  const charge = typeof intent === 'object' ? intent?.latest_charge : undefined
  const paid = session.status === 'complete' && session.payment_status === 'paid'
  const known = paymentIntent ? { paymentIntent } : {}
  if (!paid) return { status: session.status === 'expired' ? 'expired' : 'open', ...known }
  const refunded = typeof charge === 'object' && charge?.refunded
  return { status: refunded ? 'refunded' : 'paid', ...known }
}
