import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { quotesKnownPhrase } from '#kernel/browser/known-passphrase.ts'

/** Guesses that the server wants a password to withstand, as a power of ten (services/auth/passwords). */
const MIN_GUESSES = 8
const LOOKED_AT = 64

export interface Strength {
  /** 0 to 4; from 3 on the server takes it. */
  level: 0 | 1 | 2 | 3 | 4
  word: 'Too weak' | 'Weak' | 'Almost there' | 'Good' | 'Strong'
}

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
const WORDS = ['Too weak', 'Weak', 'Almost there', 'Good', 'Strong'] as const

/**
 * How well a password withstands guessing, by the estimate that the server makes. A hint: the server decides.
 * @param about what guessers know of the account, for example its e-mail address
 */
export function strengthOf(password: string, about: string[]): Strength {
  // Long, but on everybody's list: the server refuses it whatever the estimate says.
  if (quotesKnownPhrase(password)) return { level: 0, word: WORDS[0] }
  const parts = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  const own = [...parts.filter((part) => part.length > 2), 'bolt', 'blocks', 'boltblocks']
  const { guessesLog10: guesses } = estimator.check(password.slice(0, LOOKED_AT), own)
  const level =
    guesses >= MIN_GUESSES + 3 ? 4 : guesses >= MIN_GUESSES ? 3 : guesses >= 6 ? 2 : guesses >= 3 ? 1 : 0
  return { level, word: WORDS[level] }
}
