/** The exact strings of a statement: what stands in backticks, without the `{parts}` that vary. */
export function quotesOf(statement: string): string[] {
  return [...statement.matchAll(/`([^`]+)`/g)]
    .flatMap((match) => match[1]!.split(/\{[^}]*\}/))
    .map((part) => part.trim())
    .filter((part) => /[a-z0-9]/i.test(part) && (part.length >= LONG || /^[\w€./ :,!?'-]{4,}$/.test(part)))
    .toSorted((a, b) => b.length - a.length)
}

/** Longer strings are unlikely to stand in a source for another reason than the statement. */
const LONG = 12

/**
 * Changes the first letter or digit of a string, wherever a source says it: nothing else becomes different, and no
 * test that looks for a part of it still finds it.
 * @returns undefined when the source does not say it
 */
export function falsify(source: string, quote: string): string | undefined {
  const exact = quote.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
  // A short one must be the whole of a literal or of a text between tags.
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

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
