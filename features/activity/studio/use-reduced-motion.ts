import { useSyncExternalStore } from 'react'

const QUERY = '(prefers-reduced-motion: reduce)'

function watch(onChange: () => void) {
  const list = matchMedia(QUERY)
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}

/** Whether the user prefers less motion. */
export const useReducedMotion = (): boolean => useSyncExternalStore(watch, () => matchMedia(QUERY).matches)
