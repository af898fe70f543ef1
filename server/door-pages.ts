import { Hono } from 'hono'
import { commonErrors } from '#kernel/errors.ts'
import type { AppContext, AppEnv } from '#kernel/http/context.ts'
import type { Dist } from './dist.ts'
import { readFolder, sendFile } from './static/files.ts'

/** The only page that may use the camera (http/security-headers.ts), and the scope of its service worker. */
export const CHECK_IN = '/check-in/'
const PAGE = 'index.html'
const WORKER = 'service-worker.js'

/** The check-in page for door staff, an application that can be installed. It contains no data of a tenant. */
export function doorPages(dist: Dist): Hono<AppEnv> {
  const pages = new Hono<AppEnv>()
  const files = dist.folder ? readFolder(`${dist.folder}/check-in`) : new Map<string, never>()
  pages.get('/check-in', (c) => c.redirect(CHECK_IN, 308))
  pages.get('/check-in/*', (c) => {
    const path = c.req.path.slice(CHECK_IN.length) || PAGE
    const file = files.get(path)
    if (!file) throw commonErrors.not_found()
    c.header('cache-control', path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    c.header('cross-origin-resource-policy', 'same-origin')
    if (path === PAGE) sendPageHeaders(c)
    // A worker has a policy of its own. It stores the files of its folder.
    if (path === WORKER) c.header('content-security-policy', "default-src 'none'; connect-src 'self'")
    return sendFile(c, file)
  })
  return pages
}

function sendPageHeaders(c: AppContext): void {
  c.header('x-frame-options', 'DENY')
  c.header(
    'content-security-policy',
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  )
}
