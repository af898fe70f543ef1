import { CallError, callErrorText } from '#kernel/browser/call.ts'

/** Returns the price of a plan in the server's mode. @throws if the setup has not created it */
export function priceIdOf(plan: { current_price_id: string | null }): string {
  if (!plan.current_price_id) throw new Error('No price ID found for this plan')
  return plan.current_price_id
}

/** Returns the address in the response. @throws if there is none */
export function checkoutUrlOf(answer: { url?: string | null }): string {
  if (!answer.url) throw new Error('No checkout URL received')
  return answer.url
}

/**
 * The reason of a failure for a second line: the server's or the thrown one; undefined if there is no
 * message.
 */
export function whyItFailed(error: unknown): string | undefined {
  if (error instanceof CallError) return callErrorText(error, '') || undefined
  return error instanceof Error ? error.message : undefined
}
