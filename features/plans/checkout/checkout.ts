import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import { buyDayPass } from './day-pass-checkout.ts'
import type { CheckoutWish } from '../endpoints.ts'
import { CHECKOUT_FAILED } from '../errors.ts'
import { buyPlan } from './plan-checkout.ts'
import { returnAddress, withSession } from './return-address.ts'

/** Each is a request or more to the provider. */
const CHECKOUTS = { points: 20, seconds: 600 }

/** Where the provider leads the buyer when the checkout is over. */
export interface Ways {
  success_url: string
  cancel_url: string
}

/**
 * Opens a checkout at the operator's own account. Price, customer and address are the server's; of what the browser
 * says only the plan's name counts, and ways back of our own origin.
 * @throws {AppError} refusals of buyPlan, buyDayPass and returnAddress; of the provider
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
