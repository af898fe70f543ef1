import { createMiddleware } from 'hono/factory'

/**
 * Prevents pages of other origins from using the inbox and the control API through a developer's browser:
 * refuses modifying requests from other origins, and requests with an unknown host name (DNS rebinding).
 */
export function sameSiteOnly(url: string): ReturnType<typeof createMiddleware> {
  const own = new URL(url)
  const hosts = new Set([own.hostname, 'localhost', '127.0.0.1', '[::1]'])
  return createMiddleware(async (c, next) => {
    const host = URL.parse(c.req.url)?.hostname ?? ''
    if (!hosts.has(host)) return c.json({ error: `This sandbox does not answer for ${host}.` }, 421)
    const origin = c.req.header('origin')
    if (origin !== undefined && origin !== own.origin && c.req.method !== 'GET')
      return c.json({ error: `Requests from ${origin} are not accepted here.` }, 403)
    return next()
  })
}
