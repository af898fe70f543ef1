import { useEffect, useState } from 'react'

/** How long after the last letter the search counts. */
const TYPING_MS = 300

/**
 * What is typed into a search field whose text stands in the address: it counts a moment after the last letter, and
 * follows the address when that changes by itself (Back, a link, Clear search).
 * @param q as the address has it, trimmed
 */
export function useTypedSearch(
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
    const timer = setTimeout(() => onSearch(wanted), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, q, onSearch])
  return [typed, setTyped]
}
