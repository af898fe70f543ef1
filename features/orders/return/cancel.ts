import Stripe from 'stripe'
import type { Kernel } from '#kernel/kernel.ts'
import type { ReturningOrder } from './find-order.ts'
import { fulfil } from '../fulfil.ts'
import type { OrderState } from '../fulfil.ts'

/**
 * Cancels an order whose buyer left the checkout. It expires the provider's session first, so that the
 * session cannot be paid later. If the buyer has paid in the meantime, the order stays paid.
 * @returns the order's state afterwards
 * @throws {StripeError} when a request to the provider fails
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
    // The session is no longer open because its payment has just completed or is in progress.
    return (await fulfil(kernel, ref))?.status ?? 'pending'
  }
  await kernel.database.asService('proof: cancel an order', (db) =>
    db
      .updateTable('orders')
      .set({ status: 'canceled' })
      .where('tenant_id', '=', order.tenant_id)
      .where('id', '=', order.id)
      // The provider's event about the expired session may have arrived first.
      .where('status', 'in', ['pending', 'expired'])
      .execute(),
  )
  return 'canceled'
}
