import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/api.ts'
import { boltCheckout } from '#features/plans/endpoints.ts'
import { goTo } from '../go-to.ts'

/** Where the checkout leads back to; paths of ours. */
export interface WaysBack {
  success: string
  cancel: string
}

/** After the pricing page: the page that waits for the plan, and back to the plans. */
export const FROM_PRICING: WaysBack = { success: '/success', cancel: '/bolt/pricing?canceled=true' }

/** Takes the price of a plan in the server's mode. @throws where the set-up has not filled it */
export function priceIdOf(plan: { current_price_id: string | null }): string {
  if (!plan.current_price_id) throw new Error('No price ID found for this plan')
  return plan.current_price_id
}

/** Takes the address out of the answer. @throws without one */
export function checkoutUrlOf(answer: { url?: string | null }): string {
  if (!answer.url) throw new Error('No checkout URL received')
  return answer.url
}

/** Makes a checkout of a plan id, a price id or `day_pass`. @returns the provider's page */
export async function checkoutUrl(planId: string, back: WaysBack): Promise<string> {
  const answer = await call(boltCheckout, {
    plan_id: planId,
    success_url: location.origin + back.success,
    cancel_url: location.origin + back.cancel,
  })
  return checkoutUrlOf(answer)
}

/** Goes to the checkout of a plan id or `day_pass`. */
export async function startCheckout(planId: string, back: WaysBack = FROM_PRICING): Promise<void> {
  await goTo(await checkoutUrl(planId, back), 'No checkout URL received')
}

/** Why it failed, for a second line: the server's reason or what was thrown; nothing for a failure without words. */
export function whyItFailed(error: unknown): string | undefined {
  if (error instanceof CallError) return callErrorText(error, '') || undefined
  return error instanceof Error ? error.message : undefined
}
