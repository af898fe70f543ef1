import { CallError, noConnection } from '#kernel/browser/call.ts'
import type { SessionOptions } from './session.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface WireExtras {
  /** Default POST. GET and DELETE send no body. */
  method?: Method
  /** The caller's access token. */
  token?: string
  /** Asks the service to store the refresh token in, or read it from, the frame's cookie. */
  cookie?: boolean
}

export interface Wire {
  /**
   * Calls /auth/v1. @throws {CallError} with the service's error code; status 0 when there was no response
   */
  auth<T>(path: string, body: object | undefined, extras: WireExtras): Promise<T>
  /** Inserts the end_users row; does nothing if it already exists. */
  joinTenant(row: object, token: string): Promise<void>
}

/** Client of the two services that a frame calls, with the tenant's public key. */
export function createWire(options: Pick<SessionOptions, 'apiUrl' | 'publicKey' | 'lang' | 'fetch'>): Wire {
  const request = options.fetch ?? ((input, init) => fetch(input, init))

  async function send<T>(
    path: string,
    body: object | undefined,
    headers: Record<string, string>,
    method: Method = 'POST',
  ): Promise<T> {
    const response = await request(options.apiUrl + path, {
      method,
      headers: { apikey: options.publicKey, 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    }).catch(() => {
      throw noConnection()
    })
    // An empty response is not JSON.
    const content = ((await response.json().catch(() => ({}))) ?? {}) as Record<string, string>
    if (response.ok) return content as T
    const message =
      content['message'] ?? content['msg'] ?? content['error'] ?? `The server answered ${response.status}`
    const { reasons } = (content['weak_password'] ?? {}) as { reasons?: string[] }
    const retryAfter = Number(response.headers.get('retry-after')) || undefined
    throw new CallError(response.status, content['error_code'] ?? content['code'] ?? '', message, message, {
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
          // This API version returns errors as { code, message }.
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
