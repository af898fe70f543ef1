/** Characters. Longer names are no typing mistakes, and comparing them is slow. */
const MAX_LENGTH = 200

/**
 * Finds the known name most similar to the requested one, for a hint. Pass only names that the caller may
 * see.
 * @param minSimilarity minimum similarity: 1 means equal, 0 nothing in common (PostgREST suggests tables and
 * functions from 0.75)
 */
export function findSimilarName(
  requested: string,
  known: Iterable<string>,
  minSimilarity = 0.75,
): string | undefined {
  if (requested.length > MAX_LENGTH) return undefined
  let best: { name: string; similarity: number } | undefined
  for (const name of known) {
    const similarity = similarityOf(requested.toLowerCase(), name.toLowerCase())
    if (similarity >= minSimilarity && similarity > (best?.similarity ?? 0)) best = { name, similarity }
  }
  return best?.name
}

/** 1 minus the share of characters that would have to change (Levenshtein distance). */
function similarityOf(a: string, b: string): number {
  const longer = Math.max(a.length, b.length)
  // Skip the calculation: the lengths alone differ by more than any hint allows.
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
