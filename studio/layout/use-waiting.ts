import type { Query } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { useLoadedQueries } from '../queries.tsx'

// What is read again in the background keeps nobody waiting.
const isFirst = ({ state }: Query) => state.status === 'pending'

/** True while the server is asked for something that somebody is waiting for. */
export function useWaiting(): boolean {
  const store = useLoadedQueries()
  const follow = useCallback(
    (onChange: () => void) => {
      // News may come while a part is being drawn, which is no time to draw another.
      const later = () => queueMicrotask(onChange)
      const stops = [store?.getQueryCache(), store?.getMutationCache()].map((cache) =>
        cache?.subscribe(later),
      )
      return () => {
        for (const stop of stops) stop?.()
      }
    },
    [store],
  )
  return useSyncExternalStore(
    follow,
    () => store !== undefined && store.isFetching({ predicate: isFirst }) + store.isMutating() > 0,
  )
}
