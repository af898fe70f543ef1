import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'
import { fixedHeaders } from '#kernel/http/fixed-headers.ts'

/** Headers that no route may override. */
const ALWAYS = ['permissions-policy', 'strict-transport-security', 'x-content-type-options']

/** The check-in page (door-pages.ts) scans tickets with the camera. No other page may use it. */
const CAMERA_PAGE = '/check-in/'

const STEPS = /^\/(?:auth\/v1|checkout)\//

/** Sets headers on every response; documents add their own content policy (studio-pages.ts, embed-pages.ts). */
export function securityHeaders(publicUrl: string): MiddlewareHandler<AppEnv> {
  const all = fixedHeaders(publicUrl)
  const fixed = Object.entries(all)
  const rights = all['permissions-policy']!
  return async (c, next) => {
    await next()
    const { headers } = c.res
    // The redirects of a sign-in or checkout show no content that another window could reach. With `same-origin`, the
    // window that passes through them would lose the frame that waits for it.
    const step = STEPS.test(c.req.path) && c.res.status >= 300 && c.res.status < 400
    if (step && !headers.has('cross-origin-opener-policy'))
      headers.set('cross-origin-opener-policy', 'unsafe-none')
    for (const [name, value] of fixed)
      if (ALWAYS.includes(name) || !headers.has(name)) headers.set(name, value)
    if (c.req.path === CAMERA_PAGE)
      headers.set('permissions-policy', rights.replace('camera=()', 'camera=(self)'))
  }
}
