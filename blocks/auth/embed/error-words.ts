import { CallError } from '#kernel/browser/call.ts'
import { texts } from './texts/en.ts'

const WORDS: Record<string, string> = {
  invalid_credentials: texts.errors.invalid_credentials,
  user_already_exists: texts.errors.user_already_exists,
  email_not_confirmed: texts.errors.email_not_confirmed,
  // Servers that speak an older version of the wire answer without codes.
  'Invalid login credentials': texts.errors.invalid_credentials,
  'User already registered': texts.errors.user_already_exists,
  'Email not confirmed': texts.errors.email_not_confirmed,
}

/** What a visitor reads about a failed sign-in or sign-up (spec §8): the mapped text, else the service's own. */
export function errorWords(why: unknown): string {
  if (!(why instanceof CallError)) return texts.errors.unexpected
  return WORDS[why.code] ?? WORDS[why.message] ?? (why.message || texts.errors.unexpected)
}
