import type { IncomingMessage } from 'node:http'

export interface LoggedRequest {
  method: string
  path: string
  /** Of the address alone; codes and secrets travel in bodies. */
  query: Record<string, string>
}

/** Requests that are kept; the oldest go first. */
const MOST = 200
/** What would open something, were it read. */
const SECRET = ['code', 'id_token_hint']

/** What was asked of the stand-in, for tests that want to know which way a sign-in took. */
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
