import { useSyncExternalStore } from 'react'

function watch(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** False while the browser knows that it has no connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(watch, () => navigator.onLine)
}
