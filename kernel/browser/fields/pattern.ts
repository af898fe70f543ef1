/**
 * Patterns that a builder sets for texts: a regular expression without groups, alternatives and look-around, which must match the
 * whole text: `[A-Z]{2}-\d{4}`. They run on the server against texts of strangers, so they are matched in time proportional to
 * the product of both lengths; JavaScript's own expressions can take exponential time.
 */
interface Atom {
  has: (character: string) => boolean
  min: number
  max: number
}

const MOST_REPEATS = 500
const CLASSES: Record<string, (character: string) => boolean> = {
  d: (c) => c >= '0' && c <= '9',
  w: (c) => (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c === '_',
  s: (c) => c.trim() === '',
}

/** @returns whether a text matches, or undefined if the pattern is not of this form */
export function compilePattern(pattern: string): ((text: string) => boolean) | undefined {
  const atoms = parse(Array.from(pattern))
  return atoms && ((text) => matches(atoms, Array.from(text)))
}

function parse(characters: string[]): Atom[] | undefined {
  const atoms: Atom[] = []
  let at = 0
  while (at < characters.length) {
    const single = characters[at] === '[' ? readSet(characters, at) : readSingle(characters, at)
    if (!single) return undefined
    const repeat = readRepeat(characters, single.end)
    if (!repeat) return undefined
    atoms.push({ has: single.has, min: repeat.min, max: repeat.max })
    at = repeat.end
  }
  return atoms.length <= 40 ? atoms : undefined
}

function readSingle(characters: string[], at: number) {
  const character = characters[at]!
  if (character === '\\') {
    const escaped = characters[at + 1]
    if (escaped === undefined || (/[a-z0-9]/i.test(escaped) && !CLASSES[escaped])) return undefined
    return { has: CLASSES[escaped] ?? ((c: string) => c === escaped), end: at + 2 }
  }
  if ('()|^$?*+{}]'.includes(character)) return undefined
  return { has: character === '.' ? () => true : (c: string) => c === character, end: at + 1 }
}

function readSet(characters: string[], start: number) {
  const parts: ((c: string) => boolean)[] = []
  const negated = characters[start + 1] === '^'
  let at = start + (negated ? 2 : 1)
  while (characters[at] !== ']') {
    if (at >= characters.length) return undefined
    const first = characters[at] === '\\' ? readSingle(characters, at) : { end: at + 1, has: undefined }
    if (!first) return undefined
    const from = characters[first.end - 1]!
    const isRange = !CLASSES[characters[at] === '\\' ? from : ''] && characters[first.end] === '-'
    const to = characters[first.end + 1]
    if (isRange && to !== undefined && to !== ']') {
      parts.push((c) => c >= from && c <= to)
      at = first.end + 2
    } else {
      parts.push(first.has ?? ((c) => c === from))
      at = first.end
    }
  }
  return { has: (c: string) => parts.some((part) => part(c)) !== negated, end: at + 1 }
}

function readRepeat(characters: string[], at: number) {
  const sign = characters[at]
  if (sign === '?') return { min: 0, max: 1, end: at + 1 }
  if (sign === '*' || sign === '+') return { min: sign === '*' ? 0 : 1, max: Infinity, end: at + 1 }
  if (sign !== '{') return { min: 1, max: 1, end: at }
  const found = /^\{(\d{1,3})(,(\d{0,3}))?\}/.exec(characters.slice(at, at + 10).join(''))
  if (!found) return undefined
  const min = Number(found[1])
  const max = found[2] === undefined ? min : found[3] === '' ? Infinity : Number(found[3])
  if (max < min || min > MOST_REPEATS || (max > MOST_REPEATS && max !== Infinity)) return undefined
  return { min, max, end: at + found[0].length }
}

/** Which positions of the text can be reached after each atom: one pass per atom, whatever its repeats are. */
function matches(atoms: readonly Atom[], text: readonly string[]): boolean {
  let reached = new Uint8Array(text.length + 1)
  reached[0] = 1
  for (const { has, min, max } of atoms) {
    // How many characters in a row the atom can take from each position.
    const runs = new Uint32Array(text.length + 1)
    for (let at = text.length - 1; at >= 0; at--) runs[at] = has(text[at]!) ? runs[at + 1]! + 1 : 0
    // Each start opens an interval of ends; the sum of opened minus closed intervals says which ends have one.
    const changes = new Int32Array(text.length + 2)
    for (let start = 0; start <= text.length; start++)
      if (reached[start] && runs[start]! >= min) {
        changes[start + min]! += 1
        changes[start + Math.min(max, runs[start]!) + 1]! -= 1
      }
    const next = new Uint8Array(text.length + 1)
    for (let end = 0, open = 0; end <= text.length; end++) {
      open += changes[end]!
      next[end] = open > 0 ? 1 : 0
    }
    reached = next
  }
  return reached[text.length] === 1
}
