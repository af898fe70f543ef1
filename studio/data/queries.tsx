import { type QueryClient, QueryClientContext } from '@tanstack/react-query'
import { type ReactNode, use, useCallback, useSyncExternalStore } from 'react'
import { loadWithRetry } from '#ui/load-with-retry.ts'

// The landing page sends no queries, so the query client is loaded only with the first screen that does.
let client: QueryClient | undefined
let loading: Promise<QueryClient> | undefined
const watchers = new Set<() => void>()

/** Loads the query client once. */
export function loadQueryClient(): Promise<QueryClient> {
  loading ??= loadWithRetry(() => import('./query-client.ts'), 'queries').then(({ queries }) => {
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
export const loadedQueryClient = (): QueryClient | undefined => client

function watch(onChange: () => void) {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

export const useLoadedQueryClient = () => useSyncExternalStore(watch, loadedQueryClient)

/** Returns cached query data, if any. It never fetches and does not load the query client. */
export function useCachedQueryData<T>(key: readonly unknown[]): T | undefined {
  const queryClient = useLoadedQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) => queryClient?.getQueryCache().subscribe(onChange) ?? (() => undefined),
    [queryClient],
  )
  return useSyncExternalStore(subscribe, () => queryClient?.getQueryData<T>(key))
}

/** Provides the query client once it is loaded. Render it once near the root. */
export function LazyQueryClientProvider({ children }: { children: ReactNode }) {
  return <QueryClientContext value={useLoadedQueryClient()}>{children}</QueryClientContext>
}

/** Suspends until the query client is loaded. For signed-in users it is preloaded. */
export function WithQueryClient({ children }: { children: ReactNode }) {
  if (!useLoadedQueryClient()) use(loadQueryClient())
  return children
}
