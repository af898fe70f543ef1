import type { AuthFailure } from '../auth/auth-errors.ts'
import { accessToken } from './auth-client.ts'
import { config } from '../config.ts'

export interface AuthCallResult<T> {
  data: T | null
  error: AuthFailure | null
}

/** API version from which the service returns its string error code in `code`. */
const API_VERSION = '2024-01-01'

/** Calls an auth endpoint that the official client has no method for. Like that client, it returns errors. */
export async function authCall<T>(method: string, path: string, body?: object): Promise<AuthCallResult<T>> {
  const response = await fetch(`${config.url}/auth/v1${path}`, {
    method,
    headers: {
      apikey: config.anonKey,
      authorization: `Bearer ${(await accessToken()) ?? config.anonKey}`,
      'x-supabase-api-version': API_VERSION,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body && JSON.stringify(body),
  }).catch(() => undefined)
  if (!response) return { data: null, error: { status: 0 } }
  const read = (await response.json().catch(() => null)) as (T & AuthFailure) | null
  if (response.ok) return { data: read, error: null }
  return { data: null, error: { status: response.status, code: read?.code, message: read?.message } }
}
