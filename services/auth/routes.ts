import { Hono } from 'hono'
import type { AppContext, AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { accountRoutes } from './accounts/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { auth0Routes } from './auth0/routes.ts'
import { openAuth } from './auth.ts'
import { authErrors } from './errors.ts'
import { takeByAddress } from './limits.ts'
import { mailRoutes } from './mails/routes.ts'
import { mfaRoutes } from './mfa/routes.ts'
import { oauthServerRoutes } from './oauth-server/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { providerRoutes } from './providers/routes.ts'
import type { AuthRoute } from './route-table.ts'
import { serviceRoutes } from './service-info.ts'
import { readSessionStanding } from './sessions/session-standing.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { useSigningKeys } from './sessions/signing-keys.ts'
import { signInRoutes } from './sign-in/routes.ts'

/** Every route of the service. Each list is defined in the folder of its subject. */
export const table: AuthRoute[] = [
  ...serviceRoutes,
  ...signInRoutes,
  ...mailRoutes,
  ...providerRoutes,
  ...auth0Routes,
  ...sessionRoutes,
  ...accountRoutes,
  ...mfaRoutes,
  ...passkeyRoutes,
  ...oauthServerRoutes,
  ...adminRoutes,
]

/** Paths that change state although a browser reaches them by following a link. */
const CHANGES_BY_GET = ['/verify', '/authorize', '/callback', '/user/identities/authorize']

/** The auth service, mounted at /auth/v1. */
export function authRoutes(kernel: Kernel): Hono<AppEnv> {
  const auth = openAuth(kernel)
  useSigningKeys(kernel)
  kernel.sessions.useLookup((claims) => readSessionStanding(auth, claims))
  const app = new Hono<AppEnv>()
  for (const { method, path, guard, limit, countsItself, handle } of table)
    app.on(method, path, async (c: AppContext) => {
      // Hono answers HEAD with the GET handler. A HEAD must change nothing, because mail scanners send it to
      // links.
      if (c.req.method === 'HEAD' && CHANGES_BY_GET.includes(path)) throw authErrors.method_not_allowed()
      const who = await guard(c)
      if (limit && !countsItself) await takeByAddress(auth.kernel.limits, limit, c.get('clientIp'))
      return handle({ ...who, auth, c })
    })
  app.all('*', () => {
    throw authErrors.not_found()
  })
  return app
}
