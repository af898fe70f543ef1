import { CallError } from '#kernel/browser/call.ts'
import { texts } from './texts/spoken.ts'

/** The message for a failed call: our text for the code, else the server's own message. */
export function teamMessage(why: unknown): string {
  if (!(why instanceof CallError)) return texts.errors.unexpected
  return texts.errors.codes[why.code] ?? (why.message || texts.errors.unexpected)
}
