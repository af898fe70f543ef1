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
 * The wire API answers every origin, without credentials: keys and tokens travel in headers, never in cookies of
 * another site. Preflights are answered before anything looks at the database.
 */
export const apiCors: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method === 'OPTIONS' && !asksForProtocol(c)) return preflight(c, next)
  await next()
  // On the answer as it is: Hono's own middleware begins one before `next`, and every answer is then built twice.
  c.res.headers.set('access-control-allow-origin', '*')
  c.res.headers.set('access-control-expose-headers', EXPOSED)
}

/** OPTIONS of a resumable upload, by a program: it tells what its protocol can do. A browser's names a method. */
const asksForProtocol = ({ req }: AppContext) =>
  req.path.startsWith('/storage/v1/upload/') && !req.header('access-control-request-method')
