import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { requestSeconds } from './metrics.ts'

/**
 * First in line: request id, the caller's address, one log line an answer (path without its query, which may hold
 * codes), and the duration for /metrics.
 */
export function requestContext(kernel: Kernel): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now()
    const requestId = randomUUID()
    c.set('kernel', kernel)
    c.set('requestId', requestId)
    c.set('log', kernel.log.child({ requestId }))
    c.set('clientIp', clientIp(c.env, c.req.header('x-forwarded-for'), kernel.config.trustedProxies))
    await next()
    c.res.headers.set('x-request-id', requestId) // `c.header` would build the finished answer a second time
    const milliseconds = performance.now() - startedAt
    requestSeconds.observe(
      { method: c.req.method, status: String(c.res.status), mount: mountOf(c.req.path) },
      milliseconds / 1000,
    )
    c.get('log').info(
      {
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(milliseconds * 10) / 10,
      },
      'request',
    )
  }
}

/**
 * The address of the socket, or, behind `proxies` trusted proxies, the entry that the outermost of them wrote.
 * Entries further left are the caller's own words.
 */
function clientIp(env: unknown, forwardedFor: string | undefined, proxies: number): string {
  const socket = (env as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress ?? '127.0.0.1'
  if (proxies === 0 || !forwardedFor) return socket
  return (
    forwardedFor
      .split(',')
      .map((part) => part.trim())
      .at(-proxies) ?? socket
  )
}

const MOUNTS = ['/auth/v1', '/rest/v1', '/functions/v1', '/embed', '/webhooks', '/checkout', '/assets', '/v1']

/** Label of few values: an address is never a label. */
function mountOf(path: string): string {
  return MOUNTS.find((mount) => path.startsWith(`${mount}/`)) ?? 'other'
}
