import type { IncomingMessage } from 'node:http'

export interface LoggedRequest {
  method: string
  path: string
  /** Query parameters of the URL, without secrets. Bodies are not logged. */
  query: Record<string, string>
}

/** Maximum number of stored requests; the oldest are evicted first. */
const MAX_REQUESTS = 200
/** Query parameters that must not be logged. */
const SECRET_PARAMS = ['code', 'id_token_hint']

/** Logs requests to the stand-in, so that tests can check which sign-in flow ran. */
export function createRequestLog() {
  const logged: LoggedRequest[] = []
  return {
    note({ method = 'GET' }: IncomingMessage, path: string, params: URLSearchParams): void {
      const query = Object.fromEntries([...params].filter(([name]) => !SECRET_PARAMS.includes(name)))
      logged.push({ method, path, query })
      if (logged.length > MAX_REQUESTS) logged.shift()
    },
    all: () => [...logged],
  }
}
