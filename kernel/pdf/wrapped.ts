const words = new Intl.Segmenter('en', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const partsOf = (segmenter: Intl.Segmenter, text: string) =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)

/**
 * Breaks a text between words, and inside of one that is longer than a line.
 * @param fits whether a line is not too wide. Shaping a line is slow, so it is asked a few times for each line, not for each letter.
 * @param most lines that are shown. If the text needs more, there is one more line, with any part of the rest.
 */
export function wrapped(text: string, fits: (line: string) => boolean, most: number): string[] {
  const lines: string[] = []
  // In the order of taking them: the last one is next.
  const rest = partsOf(words, text).toReversed()
  while (rest.length > 0) {
    if (lines.length === most) return [...lines, rest.at(-1)!]
    let line = take(rest, '', fits)
    const next = rest.at(-1)
    if (next !== undefined && !fits(next)) {
      rest.pop()
      const letters = partsOf(graphemes, next).toReversed()
      line = take(letters, line, fits)
      // One that is wider than a line.
      if (line === '') line = letters.pop()!
      if (letters.length > 0) rest.push(letters.toReversed().join(''))
    }
    lines.push(line.trimEnd())
    if (rest.at(-1)?.trim() === '') rest.pop()
  }
  return lines
}

/** Takes as many parts as fit into a line after what it has, and returns the line. */
function take(parts: string[], line: string, fits: (line: string) => boolean): string {
  const first = (count: number) =>
    line +
    parts
      .slice(parts.length - count)
      .toReversed()
      .join('')
  let [least, most] = [0, parts.length]
  while (least < most) {
    const count = Math.ceil((least + most) / 2)
    if (fits(first(count))) least = count
    else most = count - 1
  }
  const taken = first(least)
  parts.length -= least
  return taken
}
