import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { AppContext, AppEnv } from '#kernel/http/context.ts'
import { POOL_HEADER } from '#kernel/tenancy.ts'

const preflight = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  allowHeaders: [
    'authorization',
    'apikey',
    'content-type',
    'x-client-info',
    'x-supabase-api-version',
    'prefer',
    'range',
    'range-unit',
    'accept-profile',
    'content-profile',
    'accept',
    'x-retry-count',
    POOL_HEADER,
    'x-tenant',
    'x-upsert',
    'x-metadata',
    'cache-control',
    'content-encoding',
    'if-match',
    'if-none-match',
    'if-modified-since',
    'if-unmodified-since',
    'if-range',
    'x-region',
    'idempotency-key',
    'x-signature',
    'tus-resumable',
    'upload-length',
    'upload-metadata',
    'upload-offset',
    'upload-defer-length',
    'x-http-method-override',
    'x-requested-with',
  ],
  maxAge: 86_400,
})

const EXPOSED = [
  'content-range',
  'content-profile',
  'preference-applied',
  'location',
  'x-supabase-api-version',
  'x-sb-error-code',
  'x-request-id',
  'retry-after',
  'x-relay-error',
  'x-total-count',
  'etag',
  'accept-ranges',
  'content-disposition',
  'tus-resumable',
  'tus-version',
  'tus-extension',
  'tus-max-size',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'upload-expires',
  'link',
].join(',')

/**
 * The wire API allows every origin, without credentials: keys and tokens are sent in headers, never in cookies of
 * another site. Preflights are answered before any database access.
 */
export const apiCors: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method === 'OPTIONS' && !asksForProtocol(c)) return preflight(c, next)
  await next()
  // Set on the finished response: Hono's own middleware creates one before `next`, so every response is built twice.
  c.res.headers.set('access-control-allow-origin', '*')
  c.res.headers.set('access-control-expose-headers', EXPOSED)
}

/** OPTIONS of a resumable upload, sent by a program to discover the protocol. A browser's preflight names a method. */
const asksForProtocol = ({ req }: AppContext) =>
  req.path.startsWith('/storage/v1/upload/') && !req.header('access-control-request-method')
