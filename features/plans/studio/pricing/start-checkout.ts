import { call } from '#studio/data/api.ts'
import { boltCheckout } from '#features/plans/endpoints.ts'
import { goTo } from '../go-to.ts'
import { checkoutUrlOf } from './checkout-response.ts'

/** Paths on our site to which the checkout returns. */
export interface ReturnPaths {
  success: string
  cancel: string
}

/** Return paths for the pricing page: the page that waits for the plan, and the plans. */
export const FROM_PRICING: ReturnPaths = { success: '/success', cancel: '/bolt/pricing?canceled=true' }

/** Creates a checkout for a plan id, a price id or `day_pass`. @returns the provider's page */
export async function checkoutUrl(planId: string, back: ReturnPaths): Promise<string> {
  const answer = await call(boltCheckout, {
    plan_id: planId,
    success_url: location.origin + back.success,
    cancel_url: location.origin + back.cancel,
  })
  return checkoutUrlOf(answer)
}

/** Redirects to the checkout for a plan id or `day_pass`. */
export async function startCheckout(planId: string, back: ReturnPaths = FROM_PRICING): Promise<void> {
  await goTo(await checkoutUrl(planId, back), 'No checkout URL received')
}
