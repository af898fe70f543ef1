import { knownPassphrases } from './known-passphrases.ts'

const phrases = knownPassphrases.map((phrase) => letters(phrase))

/** Common substitutions for letters; 1 can stand for either of two letters. */
const LEET: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }

/** True for a well-known phrase with almost nothing added: three characters, or a date. */
export function quotesKnownPhrase(password: string): boolean {
  const plain = password.toLowerCase().replace(/[0345@$!7]/g, (sign) => LEET[sign]!)
  const readings = [password, plain, plain.replaceAll('1', 'i'), plain.replaceAll('1', 'l')].map(letters)
  return readings.some((text) =>
    phrases.some(
      (phrase) => text.includes(phrase) && /^(?:.{0,3}|\d{0,8})$/u.test(text.replaceAll(phrase, '')),
    ),
  )
}

/** Removes case, spaces and punctuation. */
export function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
