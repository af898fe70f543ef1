/** Longer names are nobody's slip, and comparing them takes time. */
const LONGEST = 200

/**
 * The name most like the one that was asked for: what a hint may suggest. Give it only names that the caller may see.
 * @param least how alike: 1 is the same, 0 has nothing in common (PostgREST suggests tables and functions from 0.75)
 */
export function nearName(asked: string, known: Iterable<string>, least = 0.75): string | undefined {
  if (asked.length > LONGEST) return undefined
  let best: { name: string; likeness: number } | undefined
  for (const name of known) {
    const likeness = alike(asked.toLowerCase(), name.toLowerCase())
    if (likeness >= least && likeness > (best?.likeness ?? 0)) best = { name, likeness }
  }
  return best?.name
}

/** One less the share of characters that would have to be changed (Levenshtein). */
function alike(a: string, b: string): number {
  const longer = Math.max(a.length, b.length)
  // Not worth counting: the lengths alone differ by more than any hint allows.
  if (longer === 0 || Math.abs(a.length - b.length) > longer * 0.67) return longer === 0 ? 1 : 0
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same))
    }
    row = next
  }
  return 1 - row[b.length]! / longer
}
