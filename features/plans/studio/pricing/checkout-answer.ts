import { CallError, callErrorText } from '#kernel/browser/call.ts'

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

/** Why it failed, for a second line: the server's reason or what was thrown; nothing for a failure without words. */
export function whyItFailed(error: unknown): string | undefined {
  if (error instanceof CallError) return callErrorText(error, '') || undefined
  return error instanceof Error ? error.message : undefined
}
