import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { withSource } from '#kernel/db/request-source.ts'
import { clientIp } from '#kernel/http/client-ip.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import { ABORTED } from '#kernel/http/log-fault.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { requestSeconds } from './metrics.ts'

/** Maximum characters of a path in a log line. */
const LONGEST_PATH = 200
/** End of a signed token in a path: those of streams, whose playlists name the files beside them. */
const SIGNATURE = /\.[\w-]{43}$/
const SHORTEST_TOKEN = 100

/**
 * The first middleware: request id, client address, one log line per response (the path without its query, which may
 * contain codes), and the duration for /metrics.
 */
export function requestContext(kernel: Kernel): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now()
    const requestId = randomUUID()
    c.set('kernel', kernel)
    c.set('requestId', requestId)
    c.set('log', kernel.log.child({ requestId }))
    const forwardedFor = c.req.header('x-forwarded-for')
    c.set('clientIp', clientIp(socketAddress(c.env), forwardedFor, kernel.config.trustedProxies))
    const source = { requestId, address: c.get('clientIp'), userAgent: c.req.header('user-agent') }
    await withSource(source, next)
    const { headers } = c.res // set on it: `c.header` would build the finished answer a second time
    headers.set('x-request-id', requestId)
    const status = c.get('aborted') ? ABORTED : c.res.status
    if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', '2')
    const milliseconds = performance.now() - startedAt
    requestSeconds.observe(
      { method: c.req.method, status: String(status), mount: mountOf(c.req.path) },
      milliseconds / 1000,
    )
    c.get('log').info(
      {
        method: c.req.method,
        path: loggedPath(c.req.path),
        status,
        ms: Math.round(milliseconds * 10) / 10,
      },
      'request',
    )
  }
}

/** A path without signed tokens, cut to a line's length. Its time grows with the length of the path alone, which anyone chooses. */
export const loggedPath = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.length > SHORTEST_TOKEN && SIGNATURE.test(part) ? '…' : part))
    .join('/')
    .slice(0, LONGEST_PATH)

function socketAddress(env: unknown): string {
  return (env as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress ?? '127.0.0.1'
}

const MOUNTS = [
  '/auth/v1',
  '/rest/v1',
  '/storage/v1',
  '/functions/v1',
  '/realtime/v1',
  '/embed',
  '/webhooks',
  '/checkout',
  '/assets',
  '/v1',
]

/** Metric label with few values; a path must never become a label. */
function mountOf(path: string): string {
  return MOUNTS.find((mount) => path.startsWith(`${mount}/`)) ?? 'other'
}
