/**
 * What every answer carries unless its route says otherwise (documents have a content policy of their own). What says
 * nothing about caching holds somebody's data, or depends on a key that caches do not look at: it is kept nowhere.
 * @param publicUrl address of the server; under https browsers are told to stay there
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

/** A whole answer in JSON as it goes over the line, for connections that are no request, or will be none; ends it. */
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
