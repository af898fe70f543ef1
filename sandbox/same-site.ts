import { createMiddleware } from 'hono/factory'

/**
 * Keeps pages of other origins from driving the control API or emptying the inbox through a developer's browser:
 * a request that a browser says comes from elsewhere is refused, unless it is a plain visit.
 */
export function sameSiteOnly(url: string): ReturnType<typeof createMiddleware> {
  const own = new URL(url).origin
  return createMiddleware(async (c, next) => {
    const origin = c.req.header('origin')
    if (origin !== undefined && origin !== own && c.req.method !== 'GET')
      return c.json({ error: `Requests from ${origin} are not accepted here.` }, 403)
    return next()
  })
}
