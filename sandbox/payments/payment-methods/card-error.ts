import { ApiError } from '../api/errors.ts'
import type { Refusal } from '../objects/test-cards.ts'

/** 402: a card was declined. The attempt stays recorded. */
export function cardError(refusal: Refusal, more: { payment_intent?: object } = {}): ApiError {
  return new ApiError(
    402,
    {
      type: 'card_error',
      code: refusal.code,
      message: refusal.message,
      ...(refusal.declineCode ? { decline_code: refusal.declineCode } : {}),
      ...more,
    },
    true,
  )
}
