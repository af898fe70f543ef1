import type { TestApp } from './test-app.ts'

export interface FunctionAnswer {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of any shape
  body: any
}

/**
 * Returns a function that calls the functions API like a browser.
 * @param key API key: the platform's anon key, or a tenant's public key
 * @param token access token of a session
 */
export function functionCall(app: Pick<TestApp, 'request'>, key: string, token?: string) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<FunctionAnswer> => {
    const response = await app.request(`/functions/v1${path}`, {
      method,
      headers: {
        apikey: key,
        authorization: `Bearer ${token ?? key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: bodyOf(text, response.headers) }
  }
}

/** Returns CSV files as text and everything else as parsed JSON. */
function bodyOf(text: string, headers: Headers) {
  if (headers.get('content-type')?.startsWith('text/csv')) return text
  return text ? JSON.parse(text) : undefined
}
