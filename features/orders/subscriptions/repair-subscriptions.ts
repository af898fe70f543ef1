import { sql } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'
import { isGone } from '#kernel/payments/provider-error.ts'
import type { SellingAccount } from '../payment-facts.ts'
import { settleInvoice, settleSubscription } from './renewals.ts'

interface Overdue extends SellingAccount {
  tenant_id: string
  id: string
  subscription: string
}

/**
 * Checks recurring orders whose paid period has ended by our clock without a report of a renewal or an end.
 * It reads the newest invoices of their subscriptions, so a lost delivery costs no buyer access and no seller
 * money. One process claims each order.
 */
export async function repairSubscriptions(kernel: Kernel): Promise<void> {
  const { rows } = await kernel.database.asService('job: claim overdue subscriptions', (db) =>
    sql<Overdue>`
      update public.orders set checked_at = now() where (tenant_id, id) in (
        select tenant_id, id from public.orders
        where subscription_status in ('active', 'trialing', 'past_due')
          and current_period_end < now() - interval '2 hours' and checked_at < now() - interval '6 hours'
        order by current_period_end limit 200 for update skip locked)
      returning tenant_id, id, stripe_subscription_id as subscription, stripe_account_id as account, mode`.execute(
      db,
    ),
  )
  for (const order of rows)
    await repair(kernel, order).catch((error: unknown) =>
      kernel.log.warn(
        { order: order.id, error: String(error) },
        'an overdue subscription could not be checked',
      ),
    )
}

async function repair(kernel: Kernel, order: Overdue): Promise<void> {
  try {
    const { data } = await kernel.payments
      .client(order.mode)
      .invoices.list({ subscription: order.subscription, limit: 10 }, { stripeAccount: order.account })
    await settleSubscription(kernel, order, order.subscription)
    for (const { id } of data) await settleInvoice(kernel, order, id)
  } catch (error) {
    if (!isGone(error)) throw error
    await kernel.database.asService('job: end a subscription that no longer exists', (db) =>
      db
        .updateTable('orders')
        .set({ subscription_status: 'canceled', cancel_at_period_end: false })
        .where('tenant_id', '=', order.tenant_id)
        .where('id', '=', order.id)
        .execute(),
    )
  }
}
