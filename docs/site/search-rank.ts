/** Pages that users rarely look for, below the others. The first path that a page starts with applies. */
const FACTORS: [path: string, factor: number][] = [
  ['decisions/', 0.1],
  ['changelog', 0.1],
  ['architecture', 0.2],
  ['contributing', 0.2],
  ['install', 0.75],
  ['commands', 0.5],
  ['guides/', 1.5],
]

/**
 * The factor by which the search multiplies the score of a section.
 * @param id path and anchor of the section, for example `/docs/keys#change-secret-keys`
 */
export function rankOf(id: string): number {
  const page = id.replace(/^\/docs\//, '')
  return FACTORS.find(([path]) => page.startsWith(path))?.[1] ?? 1
}
