import { QueryClient } from '@tanstack/react-query'

/** What the server answered, for all screens. */
export const queries = new QueryClient({
  defaultOptions: {
    // Without a connection reading waits for it. An act fails at once and is said to: nobody shall believe it done.
    queries: { staleTime: 10_000, retry: 1 },
    mutations: { networkMode: 'always' },
  },
})
// Asks again when the window is looked at or the connection is back.
queries.mount()
