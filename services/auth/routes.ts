import { Hono } from 'hono'
import type { AppContext, AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import * as admin from './admin-calls.ts'
import { openAuth } from './auth.ts'
import type { Auth } from './auth.ts'
import * as calls from './calls.ts'
import { authErrors } from './errors.ts'
import { followLink } from './follow-link.ts'
import { anybody, keyHolder, operator, signedIn } from './guards.ts'
import type { Guard } from './guards.ts'
import { takeByAddress } from './limits.ts'
import type { AddressRule } from './limits.ts'
import { notOffered } from './not-offered.ts'
import { livingSession } from './sessions.ts'
import { loadSigningKeys } from './signing-keys.ts'
import { runAlone } from './statements.ts'

/** The auth service, mounted at /auth/v1: method, path, who may call, limit by address, what it does. */
export function authRoutes(kernel: Kernel): Hono<AppEnv> {
  const auth = openAuth(kernel)
  kernel.tokens.useKeys(() => loadSigningKeys(kernel))
  kernel.sessions.useLookup(
    async (claims) => (await runAlone(kernel.database, livingSession(claims), 'living_session')).length > 0,
  )
  const app = new Hono<AppEnv>()
  const on = routesOf(app, auth)

  on('GET', '/health', anybody, none, calls.health)
  on('GET', '/settings', anybody, none, calls.settings)
  on('GET', '/.well-known/jwks.json', anybody, none, calls.jwks)

  on('POST', '/signup', keyHolder, 'mail', calls.signUp)
  on('POST', '/resend', keyHolder, 'mail', calls.resend)
  on('POST', '/verify', keyHolder, 'verify', calls.verify)
  on('GET', '/verify', anybody, 'verify', followLink)
  on('POST', '/token', keyHolder, 'token', calls.token)
  on('POST', '/one-time-code', signedIn, 'token', calls.oneTimeCode)
  on('POST', '/logout', signedIn, none, calls.logout)
  on('GET', '/user', signedIn, none, calls.user)

  on('POST', '/admin/users', operator, none, admin.create)
  on('GET', '/admin/users', operator, none, admin.list)
  on('GET', '/admin/users/:id', operator, none, admin.read)

  for (const [method, path, refusal] of notOffered)
    app.on(method, path, () => {
      throw authErrors[refusal]()
    })
  app.all('*', () => {
    throw authErrors.not_found()
  })
  return app
}

const none = undefined

/** Joins guard, limit and call on one line. The guard runs first: who is refused uses nothing up. */
function routesOf(app: Hono<AppEnv>, auth: Auth) {
  return <T extends object>(
    method: string,
    path: string,
    guard: Guard<T>,
    limit: AddressRule | undefined,
    call: (call: T & { auth: Auth; c: AppContext }) => Promise<Response> | Response,
  ) =>
    app.on(method, path, async (c: AppContext) => {
      // Hono answers HEAD by the GET handler; a HEAD must change nothing (mail scanners send it to links).
      if (c.req.method === 'HEAD' && path === '/verify') throw authErrors.method_not_allowed()
      const who = await guard(c)
      if (limit) await takeByAddress(auth.kernel.limits, limit, c.get('clientIp'))
      return call({ ...who, auth, c })
    })
}
