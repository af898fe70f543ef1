import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'

/**
 * On every answer; documents add a content policy of their own (studio-pages.ts, embed-pages.ts). What says nothing
 * about caching holds somebody's data, or depends on a key that caches do not look at: it is kept nowhere.
 */
export function securityHeaders(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const headers = c.res.headers
    headers.set('x-content-type-options', 'nosniff')
    if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    // The steps of a sign-in only lead on and show nothing that could be reached into; were they `same-origin`, the
    // window that passes through them would lose the frame that waits for it.
    const step = c.req.path.startsWith('/auth/v1/') && c.res.status >= 300 && c.res.status < 400
    if (!headers.has('cross-origin-opener-policy'))
      headers.set('cross-origin-opener-policy', step ? 'unsafe-none' : 'same-origin')
    headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=()')
    if (!headers.has('cross-origin-resource-policy'))
      headers.set('cross-origin-resource-policy', 'cross-origin')
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    if (c.get('kernel').config.publicUrl.startsWith('https:'))
      headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  }
}
