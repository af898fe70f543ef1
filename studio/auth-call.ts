import type { AuthFailure } from './auth/auth-errors.ts'
import { accessToken } from './auth-client.ts'
import { config } from './config.ts'

export interface Answered<T> {
  data: T | null
  error: AuthFailure | null
}

/** From this version on the service writes its string code into `code`. */
const VERSION = '2024-01-01'

/** A call of the auth service that the official client has no method for; errors are given back, as that client does. */
export async function authCall<T>(method: string, path: string, body?: object): Promise<Answered<T>> {
  const answer = await fetch(`${config.url}/auth/v1${path}`, {
    method,
    headers: {
      apikey: config.anonKey,
      authorization: `Bearer ${(await accessToken()) ?? config.anonKey}`,
      'x-supabase-api-version': VERSION,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body && JSON.stringify(body),
  }).catch(() => undefined)
  if (!answer) return { data: null, error: { status: 0 } }
  const read = (await answer.json().catch(() => null)) as (T & AuthFailure) | null
  if (answer.ok) return { data: read, error: null }
  return { data: null, error: { status: answer.status, code: read?.code, message: read?.message } }
}
