import { CallError, noConnection } from '#kernel/browser/call.ts'
import type { SessionOptions } from './session.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface WireExtras {
  /** POST when left out; GET and DELETE send no body. */
  method?: Method
  /** Access token of the caller. */
  token?: string
  /** Asks the service to keep the refresh token in, or take it from, the frame's cookie. */
  cookie?: boolean
}

export interface Wire {
  /** Calls /auth/v1. @throws {CallError} with the service's own code; status 0 when no answer came */
  auth<T>(path: string, body: object | undefined, extras: WireExtras): Promise<T>
  /** Inserts the end_users row; one that is there already is fine. */
  joinTenant(row: object, token: string): Promise<void>
}

/** The two services that a frame calls, with the tenant's public key. */
export function wireTo(options: Pick<SessionOptions, 'apiUrl' | 'publicKey' | 'lang' | 'fetch'>): Wire {
  const ask = options.fetch ?? ((input, init) => fetch(input, init))

  async function send<T>(
    path: string,
    body: object | undefined,
    headers: Record<string, string>,
    method: Method = 'POST',
  ): Promise<T> {
    const answer = await ask(options.apiUrl + path, {
      method,
      headers: { apikey: options.publicKey, 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    }).catch(() => {
      throw noConnection()
    })
    // An answer without content is no JSON.
    const told = ((await answer.json().catch(() => ({}))) ?? {}) as Record<string, string>
    if (answer.ok) return told as T
    const message = told['message'] ?? told['msg'] ?? told['error'] ?? `The server answered ${answer.status}`
    const { reasons } = (told['weak_password'] ?? {}) as { reasons?: string[] }
    const retryAfter = Number(answer.headers.get('retry-after')) || undefined
    throw new CallError(answer.status, told['error_code'] ?? told['code'] ?? '', message, message, {
      reasons,
      retryAfter,
    })
  }

  return {
    auth: (path, body, { token, cookie, method }) =>
      send(
        `/auth/v1${path}`,
        body,
        {
          // This version of the wire answers errors as { code, message }.
          'x-supabase-api-version': '2024-01-01',
          ...(options.lang && { 'accept-language': options.lang }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(cookie && { 'x-bb-session': 'cookie' }),
        },
        method,
      ),
    joinTenant: (row, token) =>
      send('/rest/v1/end_users?on_conflict=tenant_id,auth_user_id', row, {
        authorization: `Bearer ${token}`,
        prefer: 'resolution=ignore-duplicates,return=minimal',
      }),
  }
}
