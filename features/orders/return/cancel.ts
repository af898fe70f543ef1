import Stripe from 'stripe'
import type { Kernel } from '#kernel/kernel.ts'
import type { ReturningOrder } from './find-order.ts'
import { fulfil } from '../fulfil.ts'
import type { OrderState } from '../fulfil.ts'

/**
 * Ends an order whose buyer left the checkout: the provider is asked first and closes its session, so that nothing
 * can be paid on it later. A payment that was faster stays paid.
 * @returns the order's state afterwards
 * @throws {StripeError} when the provider cannot be asked
 */
export async function cancelOrder(kernel: Kernel, order: ReturningOrder): Promise<OrderState> {
  if (!order.stripe_session_id) return 'pending'
  const ref = { sessionId: order.stripe_session_id, account: order.stripe_account_id, mode: order.mode }
  const found = await fulfil(kernel, ref)
  if (found?.status !== 'pending') return found?.status ?? 'pending'
  try {
    await kernel.payments
      .client(order.mode)
      .checkout.sessions.expire(ref.sessionId, {}, { stripeAccount: ref.account })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    // No longer open: paid, or under way, in this very moment.
    return (await fulfil(kernel, ref))?.status ?? 'pending'
  }
  await kernel.database.asService('cancel an order', (db) =>
    db
      .updateTable('orders')
      .set({ status: 'canceled' })
      .where('tenant_id', '=', order.tenant_id)
      .where('id', '=', order.id)
      // The provider's own word of the closed session may have come first.
      .where('status', 'in', ['pending', 'expired'])
      .execute(),
  )
  return 'canceled'
}
