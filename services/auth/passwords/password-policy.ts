import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { letters, quotesKnownPhrase } from '#kernel/browser/known-passphrase.ts'
import { authErrors } from '../errors.ts'

/** Longest password, in bytes of UTF-8. All of them count: argon2id cuts nothing off. */
export const MAX_BYTES = 1024

/** Guesses that a password must withstand, as a power of ten (zxcvbn's estimate). */
const MIN_GUESSES = 8

/** The estimate looks at this many characters; its time grows faster than the length, and more only helps. */
const LOOKED_AT = 64

const PRODUCT_WORDS = ['bolt blocks', 'boltblocks', 'bolt', 'blocks']

// Built at the first use: the word lists take some 30 MB and 60 ms.
let estimator: ZxcvbnFactory | undefined

/**
 * Refuses passwords that are short, known from breaches, easy to guess, or made of the person's own address.
 * @param rule how many characters, and whether a password must withstand guessing (AUTH_PASSWORD_RULE)
 * @param about what guessers know of this account: its e-mail address, the name of the tenant
 * @throws {AppError} 422 weak_password with `reasons` out of `length`, `characters`, `pwned`;
 *   400 validation_failed when empty or over MAX_BYTES
 */
export function checkPassword(
  password: string,
  about: string[],
  { minLength, strength }: { minLength: number; strength: boolean },
): void {
  refuseMalformed(password)
  const reasons: string[] = []
  const texts: string[] = []
  if (Array.from(password).length < minLength) {
    reasons.push('length')
    texts.push(`Password should be at least ${minLength} characters.`)
  }
  if (strength) {
    const found = weakness(password, about)
    if (found) {
      reasons.push(found.reason)
      texts.push(found.text)
    }
  }
  if (reasons.length)
    throw authErrors.weak_password({ text: texts.join(' '), details: { weak_password: { reasons } } })
}

/** Why a password is easy to guess; undefined when it is not. */
function weakness(password: string, about: string[]): { reason: string; text: string } | undefined {
  const own = [...about.flatMap(partsOf), ...PRODUCT_WORDS]
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  const result = estimator.check(password.slice(0, LOOKED_AT), own)
  const quoted = quotesKnownPhrase(password)
  if (quoted || result.guessesLog10 < MIN_GUESSES || madeOf(password, own)) {
    const [first, ...more] = result.sequence
    const known = quoted || (first?.dictionaryName === 'passwords-common' && !more.length)
    return known
      ? {
          reason: 'pwned',
          text: 'Password is known to be weak and easy to guess, please choose a different one.',
        }
      : {
          reason: 'characters',
          text: 'Password is easy to guess. Use several unrelated words, or more characters of different kinds.',
        }
  }
  return undefined
}

/** Refuses what cannot be a password at all; also the first step of a sign-in, before any work. */
export function refuseMalformed(password: string): void {
  if (password === '') throw authErrors.validation_failed({ text: 'A password is required' })
  // Half a surrogate pair has no bytes of its own: every such password would be as good as another.
  if (!password.isWellFormed())
    throw authErrors.validation_failed({ text: 'Password holds broken characters' })
  if (Buffer.byteLength(password) > MAX_BYTES)
    throw authErrors.validation_failed({ text: `Password cannot be longer than ${MAX_BYTES} bytes` })
}

/** True when next to nothing is left without these words, whatever stands between them. */
function madeOf(password: string, words: string[]): boolean {
  const longestFirst = words.map(letters).toSorted((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), letters(password))
  return rest.length < 4 && rest.length < letters(password).length
}

/** A text, and the words in it. */
function partsOf(text: string): string[] {
  return [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length > 2)
}
