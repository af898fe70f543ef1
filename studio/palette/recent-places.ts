/** Maximum number of places to list. */
const MAX = 4

/**
 * The screens that this browser tab showed last, newest first, without the current one. The browser remembers them; where it
 * does not tell (the Navigation API is missing), the list is empty.
 * @param urls of the tab's history, oldest first
 * @param paths of the screens that may be listed
 */
export function recentPlaces(
  urls: readonly (string | null)[],
  paths: readonly string[],
  current: string,
): string[] {
  const places = urls.flatMap((url) => (url ? [new URL(url).pathname] : [])).toReversed()
  return [...new Set(places)].filter((path) => path !== current && paths.includes(path)).slice(0, MAX)
}

interface HistoryEntry {
  key: string
  url: string | null
}

/**
 * The addresses in the history of this tab since the user signed in, oldest first.
 * @param start key of the first entry; null for all
 */
export function historyUrls(start: string | null, entries = historyEntries()): (string | null)[] {
  const at = entries.findIndex(({ key }) => key === start)
  return entries.slice(Math.max(0, at)).map(({ url }) => url)
}

function historyEntries(): readonly HistoryEntry[] {
  const { navigation } = window as { navigation?: { entries: () => HistoryEntry[] } }
  return navigation?.entries() ?? []
}
