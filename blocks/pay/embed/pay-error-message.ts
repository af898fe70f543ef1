import { CallError, refusalWords } from '#kernel/browser/call.ts'
import { texts as english } from './texts/en.ts'
import { texts } from './texts/spoken.ts'

/** The error message for a failed call, in the page's language. */
export function payErrorMessage(why: unknown, unexpected: string = texts.errors.unexpected): string {
  const { codes } = texts.errors
  // The provider's own message about a payment is better than ours. When the server withheld it, it sent our
  // English text instead; show that text in the page's language.
  const { payments_unavailable: ours } = english.errors.codes
  if (why instanceof CallError && why.code === 'payments_refused' && why.serverText === ours)
    return codes.payments_unavailable
  return refusalWords(why, { codes, unexpected })
}
