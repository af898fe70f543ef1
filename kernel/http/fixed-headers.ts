/**
 * Default headers of every response (documents have their own content policy). Responses are not cached by default,
 * because they contain user data or depend on a key that caches ignore.
 * @param publicUrl of the server; with https, browsers are told to stay on https (HSTS)
 */
export function fixedHeaders(publicUrl: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
}

/** A complete raw JSON response for sockets without a parsed request; it closes the connection. */
export function rawAnswer(
  status: number,
  reason: string,
  body: object,
  headers: Record<string, string>,
): string {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${reason}`, ...lines, '', text].join('\r\n')
}
