import type { IncomingMessage } from 'node:http'

export interface LoggedRequest {
  method: string
  path: string
  /** Of the address alone; codes and secrets travel in bodies. */
  query: Record<string, string>
}

/** Maximum number of stored requests; the oldest are evicted first. */
const MOST = 200
/** What would open something, were it read. */
const SECRET = ['code', 'id_token_hint']

/** Logs requests to the stand-in, so that tests can check which sign-in flow ran. */
export function createRequestLog() {
  const kept: LoggedRequest[] = []
  return {
    note({ method = 'GET' }: IncomingMessage, path: string, asked: URLSearchParams): void {
      const query = Object.fromEntries([...asked].filter(([name]) => !SECRET.includes(name)))
      kept.push({ method, path, query })
      if (kept.length > MOST) kept.shift()
    },
    all: () => [...kept],
  }
}
