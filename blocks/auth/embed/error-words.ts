import { AUTH_MESSAGES } from '#kernel/browser/auth-words.ts'
import { CallError } from '#kernel/browser/call.ts'
import { texts } from './texts/spoken.ts'

/** What a visitor reads about a call that failed (spec §8): the mapped text, else the service's own. */
export function errorWords(why: unknown): string {
  if (!(why instanceof CallError)) return texts.errors.unexpected
  const { codes, weak, unexpected } = texts.errors
  const { reasons = [] } = why.more
  if (reasons.length && reasons.every((reason) => weak[reason]))
    return reasons.map((reason) => weak[reason]).join(' ')
  return codes[why.code] ?? codes[AUTH_MESSAGES[why.message] ?? ''] ?? (why.message || unexpected)
}

/** Whether another password would help: the words then stand at its field. */
export const isAboutPassword = (why: unknown): boolean =>
  why instanceof CallError && (why.code === 'weak_password' || why.code === 'same_password')
