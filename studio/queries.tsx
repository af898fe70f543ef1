import { type QueryClient, QueryClientContext } from '@tanstack/react-query'
import { type ReactNode, use, useCallback, useSyncExternalStore } from 'react'
import { loadAgain } from '#ui/load-again.ts'

// The landing page sends no queries, so the query client is loaded only with the first screen that does.
let client: QueryClient | undefined
let loading: Promise<QueryClient> | undefined
const watchers = new Set<() => void>()

/** Loads the query client once. */
export function loadQueries(): Promise<QueryClient> {
  loading ??= loadAgain(() => import('./query-client.ts'), 'queries').then(({ queries }) => {
    client = queries
    // Notify the context before the promise resolves, so that waiting components find the client.
    for (const onChange of watchers) onChange()
    return queries
  })
  // Allow another attempt after a failed download.
  loading.catch(() => (loading = undefined))
  return loading
}

/** Returns the query client if it is loaded. */
export const loadedQueries = (): QueryClient | undefined => client

function watch(onChange: () => void) {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

export const useLoadedQueries = () => useSyncExternalStore(watch, loadedQueries)

/** Returns cached query data, if any. It never fetches and does not load the query client. */
export function useReadBefore<T>(key: readonly unknown[]): T | undefined {
  const queryClient = useLoadedQueries()
  const subscribe = useCallback(
    (onChange: () => void) => queryClient?.getQueryCache().subscribe(onChange) ?? (() => undefined),
    [queryClient],
  )
  return useSyncExternalStore(subscribe, () => queryClient?.getQueryData<T>(key))
}

/** Provides the query client once it is loaded. Render it once near the root. */
export function QueriesPlace({ children }: { children: ReactNode }) {
  return <QueryClientContext value={useLoadedQueries()}>{children}</QueryClientContext>
}

/** Suspends until the query client is loaded. For signed-in users it is preloaded. */
export function NeedsQueries({ children }: { children: ReactNode }) {
  if (!useLoadedQueries()) use(loadQueries())
  return children
}
