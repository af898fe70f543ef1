import { CallError, refusalWords } from '#kernel/browser/call.ts'
import { texts as english } from './texts/en.ts'
import { texts } from './texts/spoken.ts'

/** What a visitor reads about a call that failed, in the language of the page. */
export function payRefusal(why: unknown, unexpected: string = texts.errors.unexpected): string {
  const { codes } = texts.errors
  // What the provider itself says of a payment is worth more than words of ours; where the server withheld it, ours
  // came in its place.
  const { payments_unavailable: ours } = english.errors.codes
  if (why instanceof CallError && why.code === 'payments_refused' && why.serverText === ours)
    return codes.payments_unavailable
  return refusalWords(why, { codes, unexpected })
}
