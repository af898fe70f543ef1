import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'
import { fixedHeaders } from '#kernel/http/fixed-headers.ts'

/** What no route may say otherwise. */
const ALWAYS = ['permissions-policy', 'strict-transport-security', 'x-content-type-options']

const STEPS = /^\/(?:auth\/v1|checkout)\//

/** On every answer; documents add a content policy of their own (studio-pages.ts, embed-pages.ts). */
export function securityHeaders(publicUrl: string): MiddlewareHandler<AppEnv> {
  const fixed = Object.entries(fixedHeaders(publicUrl))
  return async (c, next) => {
    await next()
    const { headers } = c.res
    // The steps of a sign-in and of a checkout only lead on and show nothing that could be reached into; were they
    // `same-origin`, the window that passes through them would lose the frame that waits for it.
    const step = STEPS.test(c.req.path) && c.res.status >= 300 && c.res.status < 400
    if (step && !headers.has('cross-origin-opener-policy'))
      headers.set('cross-origin-opener-policy', 'unsafe-none')
    for (const [name, value] of fixed)
      if (ALWAYS.includes(name) || !headers.has(name)) headers.set(name, value)
  }
}
