/** Characters of a passage, and how many of them the next one repeats, so that no sentence is only in parts. */
const SIZE = 800
const OVERLAP = 100
/** A passage is not ended before this many. */
const LEAST = 300

/** Splits a text into passages of about 800 characters: between paragraphs, else sentences, else words. */
export function splitText(text: string): string[] {
  const clean = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const passages: string[] = []
  let at = 0
  while (at < clean.length) {
    const end = at + SIZE >= clean.length ? clean.length : at + endWithin(clean.slice(at, at + SIZE))
    const passage = clean.slice(at, end).trim()
    if (passage) passages.push(passage.toWellFormed())
    if (end >= clean.length) break
    at = startWithin(clean, Math.max(at + 1, end - OVERLAP), end)
  }
  return passages
}

/** Where a passage that begins here ends. */
function endWithin(piece: string): number {
  for (const pattern of [/\n\n/g, /[.!?。！？]["')\]]*(?=\s)|[。！？]|\n/g, /\s/g]) {
    let best = -1
    for (const { index, 0: found } of piece.matchAll(pattern)) best = index + found.length
    if (best >= LEAST) return best
  }
  return piece.length
}

/** The next passage starts with a word. */
function startWithin(text: string, from: number, end: number): number {
  const space = text.slice(from, end).search(/\s/)
  return space < 0 ? end : from + space + 1
}
