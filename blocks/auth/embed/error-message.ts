import { AUTH_MESSAGES } from '#kernel/browser/auth-words.ts'
import { CallError } from '#kernel/browser/call.ts'
import { texts } from './texts/spoken.ts'

/** The error message for a failed call (spec §8): our text for the code, else the service's own message. */
export function errorMessage(why: unknown): string {
  if (!(why instanceof CallError)) return texts.errors.unexpected
  const { codes, weak, unexpected } = texts.errors
  const { reasons = [] } = why.more
  if (reasons.length && reasons.every((reason) => weak[reason]))
    return reasons.map((reason) => weak[reason]).join(' ')
  return codes[why.code] ?? codes[AUTH_MESSAGES[why.message] ?? ''] ?? (why.message || unexpected)
}

/** Whether a different password would help; the error is then shown at the password field. */
export const isAboutPassword = (why: unknown): boolean =>
  why instanceof CallError && (why.code === 'weak_password' || why.code === 'same_password')
