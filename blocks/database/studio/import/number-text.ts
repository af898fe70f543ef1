export type Decimal = '.' | ','

// Symbols and codes of currencies, before or after a number.
const CURRENCY =
  /^(?:[a-z]{3}(?![a-z])|\p{Sc}|kr\.?|zł|kč|ft)\s*|\s*(?:(?<![a-z])[a-z]{3}|\p{Sc}|kr\.?|zł|kč|ft)$/giu
const SPACES = /[\s\u00a0\u202f\u2009]/g

const PLAIN = { '.': /^-?\d+(?:\.\d+)?$/, ',': /^-?\d+(?:,\d+)?$/ }

/** What a number is written with beside its digits, in the order of its text; undefined if it is no number. */
function bare(text: string): string | undefined {
  const plain = text
    .trim()
    .replaceAll('−', '-')
    .replaceAll(CURRENCY, '')
    .replace(/^([+-])\s*(?:\p{Sc})\s*/u, '$1')
  const isNegative = /^\(.+\)$/.test(plain)
  const inner = isNegative ? `-${plain.slice(1, -1)}` : plain
  return /^[+-]?[\d.,'’\s\u00a0\u202f\u2009]*\d[\d.,]*(?:e[+-]?\d{1,3})?$/i.test(inner) ? inner : undefined
}

/**
 * A number in the notation of any country as JavaScript writes it: `1.234,50 €` with a decimal comma is `1234.50`.
 * Groups of thousands must have three digits, so that `1,5` is not read as 15.
 * @returns undefined if the text is no number in this notation
 */
export function plainNumber(text: string, decimal: Decimal): string | undefined {
  // Most numbers of most files.
  if (PLAIN[decimal].test(text)) return text.replace(',', '.')
  const number = bare(text)
  if (number === undefined) return undefined
  const [mantissa = '', exponent = ''] = number.toLowerCase().split('e')
  const [whole = '', fraction, ...more] = mantissa.split(decimal)
  if (more.length > 0 || (fraction !== undefined && !/^\d*$/.test(fraction))) return undefined
  const isGrouped = /^[+-]?\d{1,3}(?:([.,'’\s\u00a0\u202f\u2009])\d{3})(?:\1\d{3})*$/.test(whole)
  if (!isGrouped && !/^[+-]?\d*$/.test(whole)) return undefined
  const digits = whole.replaceAll(SPACES, '').replaceAll(/[.,'’+]/g, '')
  const result = `${digits}${fraction ? `.${fraction}` : ''}${exponent ? `e${exponent}` : ''}`
  return /\d/.test(digits + (fraction ?? '')) ? result : undefined
}

/** The decimal signs with which every one of the texts is a number. Both: `1.500` alone may be either. */
export function possibleDecimals(texts: readonly string[]): Decimal[] {
  return (['.', ','] as const).filter((decimal) =>
    texts.every((text) => plainNumber(text, decimal) !== undefined),
  )
}

/** The currency that all texts with one name: a code or a symbol; undefined if there is none, or more than one. */
export function currencyOf(texts: readonly string[]): string | undefined {
  const found = new Set(texts.map((text) => currencyIn(text)))
  found.delete(undefined)
  return found.size === 1 ? [...found][0] : undefined
}

function currencyIn(text: string): string | undefined {
  if (text.includes('€')) return 'eur'
  if (text.includes('£')) return 'gbp'
  if (text.includes('$')) return 'usd'
  const code = /(?<![a-z])(eur|usd|gbp|chf|sek|nok|dkk|pln|czk|cad|aud|jpy)(?![a-z])/i.exec(text)
  return code?.[1]!.toLowerCase()
}
