import { QueryClient } from '@tanstack/react-query'

/** The query client that all screens share. */
export const queries = new QueryClient({
  defaultOptions: {
    // Offline, queries wait for the connection. Mutations fail immediately, so that users do not believe they
    // succeeded.
    queries: { staleTime: 10_000, retry: 1 },
    mutations: { networkMode: 'always' },
  },
})
// Refetches when the window regains focus or the connection returns.
queries.mount()
