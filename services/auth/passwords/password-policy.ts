import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { letters, quotesKnownPhrase } from '#kernel/browser/known-passphrase.ts'
import { authErrors } from '../errors.ts'

/** Maximum length of a password, in bytes of UTF-8. All of them count, because argon2id truncates nothing. */
export const MAX_BYTES = 1024

/** Minimum number of guesses that a password must withstand, as a power of ten (zxcvbn's estimate). */
const MIN_GUESSES = 8

/**
 * Number of characters that the estimate reads. Its time grows faster than the length, and more characters
 * only strengthen the password.
 */
const MAX_ESTIMATED_CHARACTERS = 64

const PRODUCT_WORDS = ['bolt blocks', 'boltblocks', 'bolt', 'blocks']

// Created on first use, because the word lists take some 30 MB and 60 ms.
let estimator: ZxcvbnFactory | undefined

/**
 * Refuses passwords that are short, known from breaches, easy to guess, or made of the user's own address.
 * @param rule minimum length, and whether a password must withstand guessing (AUTH_PASSWORD_RULE)
 * @param about what an attacker knows about this account: its email address, the name of the tenant
 * @throws {AppError} 422 weak_password with `reasons` out of `length`, `characters`, `pwned`; 400
 *   validation_failed when empty or over MAX_BYTES
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

/** Returns why a password is easy to guess, or undefined if it is not. */
function weakness(password: string, about: string[]): { reason: string; text: string } | undefined {
  const own = [...about.flatMap(partsOf), ...PRODUCT_WORDS]
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  const result = estimator.check(password.slice(0, MAX_ESTIMATED_CHARACTERS), own)
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

/** Refuses text that cannot be a password. A sign-in also calls it first, before any expensive work. */
export function refuseMalformed(password: string): void {
  if (password === '') throw authErrors.validation_failed({ text: 'A password is required' })
  // An unpaired surrogate has no UTF-8 encoding, so all such passwords would be equivalent.
  if (!password.isWellFormed())
    throw authErrors.validation_failed({ text: 'Password contains invalid characters' })
  if (Buffer.byteLength(password) > MAX_BYTES)
    throw authErrors.validation_failed({ text: `Password cannot be longer than ${MAX_BYTES} bytes` })
}

/** True if almost nothing remains of the password after removing these words, whatever separates them. */
function madeOf(password: string, words: string[]): boolean {
  const longestFirst = words.map(letters).toSorted((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), letters(password))
  return rest.length < 4 && rest.length < letters(password).length
}

/** Returns a text and the words in it. */
function partsOf(text: string): string[] {
  return [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length > 2)
}
