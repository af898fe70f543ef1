import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { quotesKnownPhrase } from '#kernel/browser/known-passphrase.ts'

/**
 * Number of guesses that a password must withstand, as a power of ten; the server's limit
 * (services/auth/passwords).
 */
const MIN_GUESSES = 8
const MAX_CHECKED_LENGTH = 64

export interface Strength {
  /** 0 to 4. The server accepts 3 and up. */
  level: 0 | 1 | 2 | 3 | 4
  word: 'Too weak' | 'Weak' | 'Almost there' | 'Good' | 'Strong'
}

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
const LEVEL_LABELS = ['Too weak', 'Weak', 'Almost there', 'Good', 'Strong'] as const

/**
 * Estimates how well a password withstands guessing, like the server does. It is only a hint: the server
 * decides.
 * @param about what an attacker knows about the account, for example its email address
 */
export function strengthOf(password: string, about: string[]): Strength {
  // The server rejects well-known phrases regardless of their estimated strength.
  if (quotesKnownPhrase(password)) return { level: 0, word: LEVEL_LABELS[0] }
  const parts = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  const own = [...parts.filter((part) => part.length > 2), 'bolt', 'blocks', 'boltblocks']
  const { guessesLog10: guesses } = estimator.check(password.slice(0, MAX_CHECKED_LENGTH), own)
  const level =
    guesses >= MIN_GUESSES + 3 ? 4 : guesses >= MIN_GUESSES ? 3 : guesses >= 6 ? 2 : guesses >= 3 ? 1 : 0
  return { level, word: LEVEL_LABELS[level] }
}
