import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import { buyDayPass } from './day-pass-checkout.ts'
import type { CheckoutWish } from '../endpoints.ts'
import { CHECKOUT_FAILED } from '../errors.ts'
import { buyPlan } from './plan-checkout.ts'
import { returnAddress, withSession } from './return-address.ts'

/** Each checkout makes one or more requests to the provider. */
const CHECKOUTS = { points: 20, seconds: 600 }

/** Where the provider redirects the buyer after the checkout. */
export interface ReturnUrls {
  success_url: string
  cancel_url: string
}

/**
 * Opens a checkout on the operator's own account. The server determines price, customer and email address.
 * From the browser it accepts only the plan's name and return URLs on our own origin.
 * @throws {AppError} errors of buyPlan, buyDayPass and returnAddress, and the provider's errors
 */
export async function startCheckout(
  kernel: Kernel,
  claims: Claims,
  wish: CheckoutWish,
): Promise<{ url: string }> {
  const { publicUrl } = kernel.config
  const ways = {
    success_url: withSession(returnAddress(wish.success_url, publicUrl, '/success')),
    cancel_url: returnAddress(wish.cancel_url, publicUrl, '/bolt/pricing?canceled=true'),
  }
  await kernel.limits.take('plans.checkout', claims.sub!, CHECKOUTS)
  const opened =
    wish.plan_id === 'day_pass'
      ? buyDayPass(kernel, claims, ways)
      : buyPlan(kernel, claims.sub!, wish.plan_id, ways)
  const session = await opened.catch((error: unknown) => {
    throw providerError(error, CHECKOUT_FAILED)
  })
  return { url: session.url! }
}
