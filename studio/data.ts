import { PostgrestClient } from '@supabase/postgrest-js'
import { noConnection } from '#kernel/browser/call.ts'
import { accessToken, checkSession } from './auth-client.ts'
import { config } from './config.ts'

let lastToken: string | undefined

async function fetchWithToken(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  lastToken = (await accessToken()) ?? config.anonKey
  headers.set('authorization', `Bearer ${lastToken}`)
  const answer = await fetch(input, { ...init, headers })
  if (answer.status === 401) checkSession()
  return answer
}

/** The data tables: `db.from('tenants').select('*')`. Answers carry `{ data, error }`; see `rowsOf`. */
export const db = new PostgrestClient(`${config.url}/rest/v1`, {
  headers: { apikey: config.anonKey },
  fetch: fetchWithToken,
  // Queries are tried again once by what asks; tries inside tries would keep a failure from people for half a minute.
  retry: false,
})

/**
 * Sends one write to the data tables while the page goes away, where no answer can be waited for: with the token of the
 * last query.
 * @param path below the tables' address, for example `items?id=eq.…`
 */
export function sendWhileLeaving(method: 'DELETE', path: string): void {
  const headers = { apikey: config.anonKey, authorization: `Bearer ${lastToken ?? config.anonKey}` }
  fetch(`${config.url}/rest/v1/${path}`, { method, headers, keepalive: true }).catch(() => undefined)
}

/** What a query of `db` failed with; `message` is the server's own. */
export class DataError extends Error {
  readonly code: string

  constructor(error: { message: string; code: string }) {
    super(error.message)
    this.name = 'DataError'
    this.code = error.code
  }
}

/** Takes the rows out of an answer of `db`. @throws {DataError} @throws {CallError} without a connection */
export function rowsOf<T>(
  answer: { data: T; error: null } | { data: null; error: { message: string; code: string } },
): T {
  if (!answer.error) return answer.data
  // The client puts an exception of the browser into words of its own; a refusal of the server always has a code.
  if (!answer.error.code && /^\w*Error: /.test(answer.error.message)) throw noConnection()
  throw new DataError(answer.error)
}
