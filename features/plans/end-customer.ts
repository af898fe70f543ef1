import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isGone } from '#kernel/payments/provider-error.ts'

/**
 * Ends the customer of a deleted account: first its open checkouts, then the customer with every
 * subscription, including one that was paid while the account was being deleted. Nothing else would end that
 * subscription.
 * @throws {StripeError} when the provider cannot be reached; the queue retries
 */
export async function endCustomer(
  kernel: Kernel,
  { mode, customer_id: customer }: { mode: PaymentMode; customer_id: string },
): Promise<void> {
  if (!kernel.payments.configured(mode)) {
    kernel.log.error({ customer, mode }, 'no keys to end the customer of a deleted account: end it manually')
    return
  }
  const stripe = kernel.payments.client(mode)
  try {
    for await (const { id } of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
      // It was just paid or has expired: its subscription ends with the customer.
      await stripe.checkout.sessions
        .expire(id)
        .catch((error: unknown) => kernel.log.info({ error: String(error) }, 'a checkout could not be ended'))
    await stripe.customers.del(customer)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}
