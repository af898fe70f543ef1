import { QueryCache, QueryClient } from '@tanstack/react-query'

/**
 * The tenant on screen was deleted, here in another tab or by its new owner. With the list of tenants refetched, the
 * Studio shows another one, and what belongs to the deleted one is no longer requested. Only failed queries do this: after
 * a failed mutation the form must stay open with what the user entered (S8-011).
 */
function onError(error: Error): void {
  if ((error as { code?: unknown }).code === 'tenant_not_found')
    void queries.invalidateQueries({ queryKey: ['tenants'] })
}

/** The query client that all screens share. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  defaultOptions: {
    // Offline, queries wait for the connection. Mutations fail immediately, so that users do not believe they
    // succeeded.
    queries: { staleTime: 10_000, retry: 1 },
    mutations: { networkMode: 'always' },
  },
})
// Refetches when the window regains focus or the connection returns.
queries.mount()
