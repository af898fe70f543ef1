import { useSyncExternalStore } from 'react'

function watch(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Returns false while the browser reports that it is offline. */
export function useOnline(): boolean {
  return useSyncExternalStore(watch, () => navigator.onLine)
}
