import { useSyncExternalStore } from 'react'

/** `phone` is under 768 px, `tablet` under 1024 px, `desktop` the rest. */
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

/** Returns the layout for the window's width. */
export function useViewport(): Viewport {
  return useSyncExternalStore(watch, read)
}
