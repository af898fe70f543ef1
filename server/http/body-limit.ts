import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { commonErrors } from '#kernel/errors.ts'
import { BODY_LIMIT } from '#kernel/http/body.ts'
import type { AppEnv } from '#kernel/http/context.ts'

const limit = bodyLimit({
  maxSize: BODY_LIMIT,
  // The rest of the body is not read, so the connection cannot be reused: a proxy that shares it must not send another
  // request over it.
  onError: () => Promise.reject(commonErrors.body_too_large({ headers: { connection: 'close' } })),
})

/** Routes that stream their body after their guard and limit it themselves. */
const READ_IN_PIECES: ReadonlySet<string> = new Set(['/auth/v1/admin/users/import'])

/**
 * Rejects bodies over BODY_LIMIT (413), by their declared length or while they arrive. It does not stream GET requests or
 * bodies with a declared length, because accessing the stream makes the server build a whole Request, which is a
 * tenth of its work for a small one.
 */
export const limitBody: MiddlewareHandler<AppEnv> = (c, next) =>
  c.req.method === 'GET' ||
  c.req.method === 'HEAD' ||
  READ_IN_PIECES.has(c.req.path) ||
  isDeclaredSmall(c.req.header('content-length'), c.req.header('transfer-encoding'))
    ? next()
    : limit(c, next)

const isDeclaredSmall = (length: string | undefined, encoding: string | undefined): boolean =>
  encoding === undefined && length !== undefined && /^\d{1,15}$/.test(length) && Number(length) <= BODY_LIMIT
