import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isGone } from '#kernel/payments/provider-error.ts'

/**
 * Ends the customer of an account that was deleted: checkouts that stand open, then the customer, and with it every
 * subscription, also one that was paid while the account went. Nobody else would ever end it.
 * @throws {StripeError} when the provider cannot be asked; the queue asks again
 */
export async function endCustomer(
  kernel: Kernel,
  { mode, customer_id: customer }: { mode: PaymentMode; customer_id: string },
): Promise<void> {
  if (!kernel.payments.configured(mode)) {
    kernel.log.error({ customer, mode }, 'no keys to end the customer of a deleted account: end it by hand')
    return
  }
  const stripe = kernel.payments.client(mode)
  try {
    for await (const { id } of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
      // Paid or over in this moment: what it began ends with the customer.
      await stripe.checkout.sessions
        .expire(id)
        .catch((error: unknown) => kernel.log.info({ error: String(error) }, 'a checkout could not be ended'))
    await stripe.customers.del(customer)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}
