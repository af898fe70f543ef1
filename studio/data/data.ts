import { PostgrestClient } from '@supabase/postgrest-js'
import { noConnection } from '#kernel/browser/call.ts'
import { accessToken, checkSession } from '../session/auth-client.ts'
import { config } from '../config.ts'

let lastToken: string | undefined

async function fetchWithToken(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  lastToken = (await accessToken()) ?? config.anonKey
  headers.set('authorization', `Bearer ${lastToken}`)
  const response = await fetch(input, { ...init, headers })
  if (response.status === 401) checkSession()
  return response
}

/**
 * Client for the data tables: `db.from('tenants').select('*')`. Responses are `{ data, error }`; see
 * `rowsOf`.
 */
export const db = new PostgrestClient(`${config.url}/rest/v1`, {
  headers: { apikey: config.anonKey },
  fetch: fetchWithToken,
  // TanStack Query already retries once; nested retries would delay an error message by half a minute.
  retry: false,
})

/**
 * Sends one write to the data tables while the page unloads, without waiting for the response. Uses the token
 * of the last query.
 * @param path relative to the REST URL, for example `items?id=eq.…`
 */
export function sendWhileLeaving(method: 'DELETE', path: string): void {
  const headers = { apikey: config.anonKey, authorization: `Bearer ${lastToken ?? config.anonKey}` }
  fetch(`${config.url}/rest/v1/${path}`, { method, headers, keepalive: true }).catch(() => undefined)
}

/** The error of a failed `db` query; `message` comes from the server. */
export class DataError extends Error {
  readonly code: string

  constructor(error: { message: string; code: string }) {
    super(error.message)
    this.name = 'DataError'
    this.code = error.code
  }
}

/** Returns the rows of a `db` response. @throws {DataError} @throws {CallError} without a connection */
export function rowsOf<T>(
  response: { data: T; error: null } | { data: null; error: { message: string; code: string } },
): T {
  if (!response.error) return response.data
  // The client turns a browser exception into an error without a code; errors from the server always have
  // one.
  if (!response.error.code && /^\w*Error: /.test(response.error.message)) throw noConnection()
  throw new DataError(response.error)
}
