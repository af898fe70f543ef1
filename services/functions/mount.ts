import { Hono } from 'hono'
import { commonErrors } from '#kernel/errors.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import { mountRoutes } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'

/**
 * The functions of all units, as `supabase.functions.invoke` calls them. The caller was identified before
 * (server/app.ts). Each function has its own guard and contract.
 */
export function functionRoutes(functions: Route[]): Hono<AppEnv> {
  const mount = new Hono<AppEnv>().route('/', mountRoutes(functions))
  // Not `notFound`, which works only on the outermost app: the Studio's page would be the response.
  mount.all('*', () => {
    throw commonErrors.not_found()
  })
  return mount
}
