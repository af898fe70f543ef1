import { useSyncExternalStore } from 'react'

/** `phone` under 768 px, `tablet` under 1024, `desktop` from there. */
export type Viewport = 'phone' | 'tablet' | 'desktop'

const QUERIES = ['(min-width: 768px)', '(min-width: 1024px)']

function watch(onChange: () => void) {
  const lists = QUERIES.map((query) => matchMedia(query))
  for (const list of lists) list.addEventListener('change', onChange)
  return () => {
    for (const list of lists) list.removeEventListener('change', onChange)
  }
}

function read(): Viewport {
  const [tablet, desktop] = QUERIES.map((query) => matchMedia(query).matches)
  if (desktop) return 'desktop'
  return tablet ? 'tablet' : 'phone'
}

/** Which of the three frames fits the window. */
export function useViewport(): Viewport {
  return useSyncExternalStore(watch, read)
}
