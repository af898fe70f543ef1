import { useEffect, useState } from 'react'

/** Debounce delay of the search. */
const DEBOUNCE_MS = 300

/**
 * State of a search field whose text is stored in the URL. It reports the text after a debounce delay, and
 * follows the URL when something else changes it (Back, a link, Clear search).
 * @param q the search text from the URL, trimmed
 */
export function useDebouncedSearch(
  q: string,
  onSearch: (q: string) => void,
): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(q)
  const [shown, setShown] = useState(q)
  if (shown !== q) {
    setShown(q)
    if (typed.trim() !== q) setTyped(q)
  }
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === q) return undefined
    const timer = setTimeout(() => onSearch(wanted), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, q, onSearch])
  return [typed, setTyped]
}
