import type { Query } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { useLoadedQueryClient } from '../data/queries.tsx'

// Background refetches do not count: the user already sees data.
const isFirstLoad = ({ state }: Query) => state.status === 'pending'

/** Returns true while the user is waiting for a response from the server. */
export function useWaiting(): boolean {
  const store = useLoadedQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) => {
      // The cache may notify during a render, when React does not allow updates of other components.
      const notifyLater = () => queueMicrotask(onChange)
      const unsubscribers = [store?.getQueryCache(), store?.getMutationCache()].map((cache) =>
        cache?.subscribe(notifyLater),
      )
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe?.()
      }
    },
    [store],
  )
  return useSyncExternalStore(
    subscribe,
    () => store !== undefined && store.isFetching({ predicate: isFirstLoad }) + store.isMutating() > 0,
  )
}
