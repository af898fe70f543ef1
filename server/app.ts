import { join } from 'node:path'
import { Hono } from 'hono'
import { findMigrations } from '#kernel/db/migrate.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import { identify, limitRequests, requireFactor, requireKey } from '#kernel/http/identify.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { authError } from '#services/auth/error-bodies.ts'
import { authRoutes } from '#services/auth/routes.ts'
import { functionError } from '#services/functions/errors.ts'
import { describeFunctions } from '#services/functions/openapi.ts'
import { functionRoutes } from '#services/functions/mount.ts'
import { restError } from '#services/rest/errors.ts'
import { restRoutes } from '#services/rest/routes.ts'
import { storageError } from '#services/storage/error-bodies.ts'
import { storageRoutes } from '#services/storage/routes.ts'
import { realtimeError } from '#services/realtime/errors.ts'
import { openRealtime } from '#services/realtime/service.ts'
import type { Realtime } from '#services/realtime/service.ts'
import type { Dist } from './dist.ts'
import { docsPages } from './docs-pages.ts'
import { doorPages } from './door-pages.ts'
import { embedPages } from './embed-pages.ts'
import { embedFiles } from './embed-files.ts'
import { healthRoutes } from './health.ts'
import { limitBody } from './http/body-limit.ts'
import { apiCors } from './http/cors.ts'
import { requestContext } from './http/request-context.ts'
import { securityHeaders } from './http/security-headers.ts'
import { buildIfStale } from './start/build.ts'
import { studioPages } from './studio-pages.ts'
import { units } from './units.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * Assembles the server: all middleware, then all mounts, in the order in which a request passes them.
 * @param functions under /functions/v1: those of all units, unless a test supplies its own
 * @param realtime the caller listens for its sockets, and stops it
 */
export function createApp(
  kernel: Kernel,
  dist: Dist,
  functions: Route[] = units.flatMap((unit) => unit.functions ?? []),
  realtime: Pick<Realtime, 'routes'> = openRealtime(kernel),
): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use(requestContext(kernel))
  app.use(securityHeaders(kernel.config.publicUrl))
  app.onError(functionError)

  app.route('/', healthRoutes(findMigrations(ROOT).map(({ name }) => name)))
  app.route('/auth/v1', wire().onError(authError).route('/', authRoutes(kernel)))
  app.route('/rest/v1', limited().onError(restError).route('/', restRoutes(kernel)))
  app.route('/realtime/v1', guarded().onError(realtimeError).route('/', realtime.routes))
  app.get('/functions/v1/', apiCors, (c) => {
    c.header('cache-control', 'public, max-age=300')
    return c.json(describeFunctions(`${kernel.config.publicUrl}/functions/v1`, kernel.version, functions))
  })
  app.route('/functions/v1', guardedCounting().onError(functionError).route('/', functionRoutes(functions)))
  app.route('/storage/v1', counting().onError(storageError).route('/', storageRoutes(kernel)))
  app.use(limitBody)
  for (const { pages } of units) if (pages) app.route('/', pages(kernel))
  app.route('/', doorPages(dist))
  app.route('/', embedPages(dist))
  app.route('/', embedFiles(dist, join(ROOT, 'embed', 'releases')))
  app.route(
    '/',
    docsPages(dist, ROOT, () => buildIfStale(ROOT, undefined, ['docs'])),
  )
  app.route('/', studioPages(kernel, dist))
  return app
}

/** Middleware of every mount of the wire API; the mount's own error handler renders its errors. */
const wire = (): Hono<AppEnv> => new Hono<AppEnv>().use(apiCors).use(limitBody).use(identify())

/** The same for data, which requires an API key and, if the user has one, the second factor. */
const guarded = (): Hono<AppEnv> => wire().use(requireKey()).use(requireFactor())

/** The same for the data API, which has no rate limits per call. */
const limited = (): Hono<AppEnv> => wire().use(limitRequests()).use(requireKey()).use(requireFactor())

/** For routes that limit their own bodies, after their guards; some need no key. */
const counting = (): Hono<AppEnv> => new Hono<AppEnv>().use(apiCors).use(identify()).use(requireFactor())

const guardedCounting = (): Hono<AppEnv> => counting().use(requireKey())
