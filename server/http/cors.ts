import { cors } from 'hono/cors'

/**
 * The wire API answers every origin, without credentials: keys and tokens travel in headers, never in cookies of
 * another site. Preflights are answered before anything looks at the database.
 */
export const apiCors = cors({
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
  ],
  exposeHeaders: [
    'content-range',
    'content-profile',
    'preference-applied',
    'location',
    'x-supabase-api-version',
    'x-sb-error-code',
    'x-request-id',
    'retry-after',
    'x-total-count',
    'link',
  ],
  maxAge: 86_400,
})
