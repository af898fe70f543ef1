import { QueryClient } from '@tanstack/react-query'

/** What the server answered, for all screens. */
export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry: 1 } },
})
// Asks again when the window is looked at or the connection is back.
queries.mount()
