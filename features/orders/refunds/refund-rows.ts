import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Db } from '#kernel/db/database.ts'

/**
 * Stores the state of an order's refunds, including those made in the provider's own dashboard. Call it while
 * the order's row is locked.
 * @returns whether anything changed
 */
export async function storeRefunds(
  db: Db,
  order: { tenant_id: string; id: string },
  refunds: Stripe.Refund[],
): Promise<boolean> {
  let changed = false
  for (const refund of refunds) {
    const now = {
      status: statusOf(refund),
      failure_reason: refund.failure_reason?.slice(0, 500) ?? null,
      amount: refund.amount,
      stripe_refund_id: refund.id,
    }
    const { rows } = await sql<{ known: boolean; changed: boolean }>`
      with mine as (
        select id, status, failure_reason, stripe_refund_id from public.order_refunds
        where tenant_id = ${order.tenant_id} and order_id = ${order.id}
          and (stripe_refund_id = ${refund.id}
            or (stripe_refund_id is null and id::text = ${refund.metadata?.refund_id ?? ''}))
      ), written as (
        update public.order_refunds r
        set status = ${now.status}, failure_reason = ${now.failure_reason}, amount = ${now.amount},
          stripe_refund_id = ${now.stripe_refund_id}
        from mine
        where r.tenant_id = ${order.tenant_id} and r.id = mine.id
          and (mine.status, mine.failure_reason, mine.stripe_refund_id)
            is distinct from (${now.status}, ${now.failure_reason}, ${now.stripe_refund_id})
        returning r.id
      )
      select exists (select from mine) as known, exists (select from written) as changed`.execute(db)
    const [row] = rows
    if (!row!.known)
      await db
        .insertInto('order_refunds')
        .values({
          tenant_id: order.tenant_id,
          order_id: order.id,
          reason: reasonOf(refund),
          created_at: new Date(refund.created * 1000),
          ...now,
        })
        .execute()
    changed ||= row!.changed || !row!.known
  }
  return changed
}

const STATES = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled']
const statusOf = ({ status }: Stripe.Refund) => (status && STATES.includes(status) ? status : 'pending')

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer']
const reasonOf = ({ reason }: Stripe.Refund) => (reason && REASONS.includes(reason) ? reason : null)
