const MARKS = /\p{Diacritic}/gu
const plain = (text: string) => text.normalize('NFD').replace(MARKS, '').toLowerCase()

/**
 * How well a row fits what is typed: 0 for not at all, else up to 1. Every typed word must stand somewhere in the row;
 * at the start of its label counts most, at the start of a word more than inside one.
 * @param label the first thing people read of the row
 * @param more what it is found by besides
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
