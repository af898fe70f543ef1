/** The exact strings of a statement: those in backticks, without `{placeholders}`. */
export function quotesOf(statement: string): string[] {
  return [...statement.matchAll(/`([^`]+)`/g)]
    .flatMap((match) => match[1]!.split(/\{[^}]*\}/))
    .map((part) => part.trim())
    .filter((part) => /[a-z0-9]/i.test(part) && (part.length >= LONG || /^[\w€./ :,!?'-]{4,}$/.test(part)))
    .toSorted((a, b) => b.length - a.length)
}

/** Minimum length of strings that are unlikely to occur in a source for another reason than the statement. */
const LONG = 12

/**
 * Changes the first letter or digit of every occurrence of a string in a source.
 * @returns undefined if the source does not contain it
 */
export function falsify(source: string, quote: string): string | undefined {
  const exact = quote.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
  // A short string must be a complete literal or the complete text between tags.
  const pattern =
    quote.length >= LONG ? new RegExp(exact, 'g') : new RegExp(`(?<=['"\`>]\\s*)${exact}(?=\\s*['"\`<])`, 'g')
  const changed = source.replaceAll(pattern, (found) => found.replace(/[a-z0-9]/i, another))
  return changed === source ? undefined : changed
}

function another(character: string): string {
  if (/\d/.test(character)) return String((Number(character) + 1) % 10)
  const last = character === 'z' || character === 'Z'
  return String.fromCodePoint(character.codePointAt(0)! + (last ? -1 : 1))
}

/** Pseudorandom numbers from 0 to 1; equal for equal seeds (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
