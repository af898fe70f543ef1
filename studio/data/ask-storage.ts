import { CallError, noConnection } from '#kernel/browser/call.ts'
import { config } from '../config.ts'
import { accessToken, checkSession } from '../session/auth-client.ts'

interface StorageRequest {
  method?: 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  json?: object
  /** Sent as it is, with its own type. */
  file?: File
}

/** Headers of a request to the storage service in the namespace of a tenant, with the current session. */
export const storageHeaders = async (tenantId: string): Promise<Record<string, string>> => ({
  apikey: config.anonKey,
  authorization: `Bearer ${(await accessToken()) ?? config.anonKey}`,
  'x-bb-pool': tenantId,
})

/**
 * Calls the storage service in the namespace of a tenant, with the session of its owner or staff.
 * @param path below `/storage/v1`, for example `/bucket`
 * @throws {CallError} with the service's message
 */
export async function askStorage(
  tenantId: string,
  path: string,
  { method, json, file }: StorageRequest = {},
): Promise<Response> {
  const headers = new Headers(await storageHeaders(tenantId))
  if (json) headers.set('content-type', 'application/json')
  if (file) headers.set('content-type', file.type || 'application/octet-stream')
  const response = await fetch(`${config.url}/storage/v1${path}`, {
    method: method ?? 'GET',
    headers,
    body: file ?? (json && JSON.stringify(json)) ?? null,
  }).catch(() => {
    throw noConnection()
  })
  if (response.status === 401) checkSession()
  if (response.ok) return response
  const { code, message } = (await response.json().catch(() => ({}))) as { code?: string; message?: string }
  throw new CallError(
    response.status,
    code ?? String(response.status),
    message ?? `The server answered ${response.status}`,
    message,
  )
}

/** `/a folder/b.png` as part of an address. */
export const filePath = (bucket: string, file: string): string =>
  [bucket, ...file.split('/')].map((step) => `/${encodeURIComponent(step)}`).join('')
