import Stripe from 'stripe'
import { AppError } from '../errors.ts'

/**
 * A failed call to the card provider as a refusal of ours. What the provider says about a request (this card account
 * cannot …, the amount is too small) is for people and is told; everything else becomes `text` and is logged.
 * @returns 409 `payments_refused` with the provider's words, or 503 `payments_unavailable` with `text`
 */
export function providerError(error: unknown, text: string): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof Stripe.errors.StripeError))
    return new AppError('internal', 500, text, { cause: error })
  const cause = `${error.type} ${error.code ?? ''} ${error.requestId ?? ''}: ${error.message}`
  if (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripePermissionError
  )
    return new AppError('payments_refused', 409, error.message || text, { cause })
  return new AppError('payments_unavailable', 503, text, { cause, headers: { 'retry-after': '5' } })
}

/** The provider does not know this object (any more), or we may not see its account. */
export function isGone(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.code === 'resource_missing' || error.code === 'account_invalid')
  )
}
