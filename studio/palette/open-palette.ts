import { useSyncExternalStore } from 'react'

/** What lies over the screen: everything that can be done, or the keys that do it. */
export type Overlay = 'palette' | 'keys'

let open: Overlay | undefined
const watchers = new Set<() => void>()

function watch(onChange: () => void) {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

export function showOverlay(next: Overlay | undefined): void {
  open = next
  for (const onChange of watchers) onChange()
}

export const useOverlay = () => useSyncExternalStore(watch, () => open)
