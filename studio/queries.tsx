import { type QueryClient, QueryClientContext } from '@tanstack/react-query'
import { type ReactNode, use, useCallback, useSyncExternalStore } from 'react'
import { loadAgain } from '#ui/load-again.ts'

// The front page asks the server for nothing: what asks, and keeps the answers, comes with the first screen that does.
let client: QueryClient | undefined
let coming: Promise<QueryClient> | undefined
const watchers = new Set<() => void>()

/** Brings the store of the server's answers; it is there for good then. */
export function loadQueries(): Promise<QueryClient> {
  coming ??= loadAgain(() => import('./query-client.ts'), 'queries').then(({ queries }) => {
    client = queries
    // Before whoever waits goes on, so that their queries find it.
    for (const onChange of watchers) onChange()
    return queries
  })
  // Else a chunk that did not arrive once would never be asked for again.
  coming.catch(() => (coming = undefined))
  return coming
}

/** The store, unless nothing has needed it yet. */
export const loadedQueries = (): QueryClient | undefined => client

function watch(onChange: () => void) {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

export const useLoadedQueries = () => useSyncExternalStore(watch, loadedQueries)

/** What some screen has read under this key. Asks for nothing itself, and brings no code that could. */
export function useReadBefore<T>(key: readonly unknown[]): T | undefined {
  const store = useLoadedQueries()
  const follow = useCallback(
    (onChange: () => void) => store?.getQueryCache().subscribe(onChange) ?? (() => undefined),
    [store],
  )
  return useSyncExternalStore(follow, () => store?.getQueryData<T>(key))
}

/** Stands once near the root. */
export function QueriesPlace({ children }: { children: ReactNode }) {
  return <QueryClientContext value={useLoadedQueries()}>{children}</QueryClientContext>
}

/** Waits (suspends) until the parts below can ask the server. Whoever is signed in need not wait. */
export function NeedsQueries({ children }: { children: ReactNode }) {
  if (!useLoadedQueries()) use(loadQueries())
  return children
}
