const MARKS = /\p{Diacritic}/gu
const plain = (text: string) => text.normalize('NFD').replace(MARKS, '').toLowerCase()

/**
 * Scores how well a row matches the typed text, from 0 (no match) to 1. Every typed word must occur in the
 * row. A match at the start of the label scores highest, and the start of a word scores more than its inside.
 * @param label the row's visible label
 * @param more additional search terms
 */
export function commandScore(typed: string, label: string, more = ''): number {
  const name = plain(label)
  const all = `${name} ${plain(more)}`
  const wanted = plain(typed).trim().split(/\s+/)
  const scores = wanted.map((word): number => {
    if (name.startsWith(word)) return 1
    if (name.includes(` ${word}`)) return 0.9
    if (all.includes(` ${word}`)) return 0.7
    return all.includes(word) ? 0.4 : 0
  })
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length
}
