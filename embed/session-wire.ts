import { CallError, noConnection } from '#kernel/browser/call.ts'
import type { SessionOptions } from './session.ts'

export interface WireExtras {
  /** Access token of the caller. */
  token?: string
  /** Asks the service to keep the refresh token in, or take it from, the frame's cookie. */
  cookie?: boolean
}

export interface Wire {
  /** Posts to /auth/v1. @throws {CallError} with the service's own code; status 0 when no answer came */
  auth<T>(path: string, body: object, extras: WireExtras): Promise<T>
  /** Inserts the end_users row; one that is there already is fine. */
  joinTenant(row: object, token: string): Promise<void>
}

export function wireTo(options: Pick<SessionOptions, 'apiUrl' | 'publicKey' | 'fetch'>): Wire {
  const ask = options.fetch ?? ((input, init) => fetch(input, init))

  async function post<T>(path: string, body: object, headers: Record<string, string>): Promise<T> {
    const answer = await ask(options.apiUrl + path, {
      method: 'POST',
      headers: { apikey: options.publicKey, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }).catch(() => {
      throw noConnection()
    })
    const told = (await answer.json().catch(() => ({}))) as Record<string, string>
    if (answer.ok) return told as T
    const message = told['message'] ?? told['msg'] ?? told['error'] ?? `The server answered ${answer.status}`
    throw new CallError(answer.status, told['error_code'] ?? told['code'] ?? '', message)
  }

  return {
    auth: (path, body, { token, cookie }) =>
      post(`/auth/v1${path}`, body, {
        // This version of the wire answers errors as { code, message }.
        'x-supabase-api-version': '2024-01-01',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { 'x-bb-session': 'cookie' }),
      }),
    joinTenant: (row, token) =>
      post('/rest/v1/end_users?on_conflict=tenant_id,auth_user_id', row, {
        authorization: `Bearer ${token}`,
        prefer: 'resolution=ignore-duplicates,return=minimal',
      }),
  }
}
