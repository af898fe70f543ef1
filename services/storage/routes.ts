import { Hono } from 'hono'
import type { AppContext, AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { bucketRoutes } from './buckets/routes.ts'
import { storageErrors } from './errors.ts'
import { takeLimit } from './limits.ts'
import { objectRoutes } from './objects/routes.ts'
import { openStorage } from './open.ts'
import { unsupportedRoutes } from './unsupported-routes.ts'
import type { StorageRoute } from './route-table.ts'
import { recordFileRoutes } from './record-files/routes.ts'
import { resumableRoutes } from './tus/routes.ts'
import { serveRoutes } from './serve/routes.ts'
import { signingRoutes } from './signing/routes.ts'

/** Every endpoint of the service, in matching order: specific paths come first. */
export const table: StorageRoute[] = [
  ...bucketRoutes,
  ...signingRoutes,
  ...recordFileRoutes,
  ...resumableRoutes,
  ...serveRoutes,
  ...objectRoutes,
  ...unsupportedRoutes,
]

/** The storage service, mounted at /storage/v1: the protocol of the official client. */
export function storageRoutes(kernel: Kernel): Hono<AppEnv> {
  const storage = openStorage(kernel)
  const app = new Hono<AppEnv>()
  for (const { method, path, guard, limit, handle } of table)
    app.on(method, path, async (c: AppContext) => {
      const call = { ...(await guard(c)), storage, c }
      if (limit !== 'read') await takeLimit(call, limit)
      return handle(call)
    })
  app.all('*', () => {
    throw storageErrors.route_not_found()
  })
  return app
}
