import Stripe from 'stripe'
import { AppError } from '../errors.ts'

/** A key (which the provider masks only partly), or the id of an account or another object: `sk_test_…`, `acct_…`. */
const NAMES_AN_OBJECT = /\b(?:sk|rk|pk|whsec|acct|ca|ch|cs|cus|evt|pi|req|seti)_[\w*]{3,}/

/**
 * Converts a failed call to the card provider into an AppError. The provider's messages about a request (the amount is
 * too small) are meant for users and are shown, also to anonymous visitors. Messages about our permissions, or that name
 * a key, an account or an object, are replaced by `text`, like all others. Everything is logged.
 * @returns 409 `payments_refused` with the provider's message or `text`, or 503 `payments_unavailable` with `text`
 */
export function providerError(error: unknown, text: string): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof Stripe.errors.StripeError))
    return new AppError('internal', 500, text, { cause: error })
  const cause = `${error.type} ${error.code ?? ''} ${error.requestId ?? ''}: ${error.message}`
  if (error instanceof Stripe.errors.StripePermissionError)
    return new AppError('payments_refused', 409, text, { cause })
  if (error instanceof Stripe.errors.StripeInvalidRequestError)
    return new AppError('payments_refused', 409, wordsFor(error.message, text), { cause })
  return new AppError('payments_unavailable', 503, text, { cause, headers: { 'retry-after': '5' } })
}

const wordsFor = (message: string, text: string) =>
  message && !NAMES_AN_OBJECT.test(message) ? message : text

/** The object does not exist (any more), or we have no access to its account. */
export function isGone(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.code === 'resource_missing' || error.code === 'account_invalid')
  )
}

/** The account cannot charge in this currency, for example because of its country. */
export function refusesCurrency(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return false
  return /\bcurrency\]?$/.test(error.param ?? '') || error.message.startsWith('Invalid currency')
}

/** The account cannot accept payments now (onboarding unfinished, paused, or deleted); the buyer is not the cause. */
export function cannotCharge(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return false
  return (
    error.code === 'account_invalid' ||
    /cannot currently make (live )?charges|must set an account or business name/.test(error.message)
  )
}
