import { useSyncExternalStore } from 'react'

/** The open overlay: the command palette or the list of keyboard shortcuts. */
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
