import { Hono } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { addressKey } from '#kernel/limits.ts'
import { auth0Address, auth0Domain } from '#services/auth/auth0/domain.ts'

/** Each look-up by an issuer is a query that anybody may cause. */
const LOOKUPS = { points: 60, seconds: 60 }

/**
 * `GET /login`: where a sign-in begins that nobody began here. Auth0 sends people to this address (Application Login
 * URI), with the issuer, when they come to it by a bookmark or a mail. It leads to the tenant's sign-in by its key, or
 * by the issuer where one tenant alone has it; without either to the creators'.
 */
export function loginPage(kernel: Kernel): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/login', async (c) => {
    c.header('cache-control', 'no-store')
    const key = c.req.query('tenant')
    const issuer = c.req.query('iss')
    const tenant = key ? await kernel.tenancy.byPublicKey(key) : undefined
    if (tenant?.auth_provider === 'auth0') return c.redirect(beginAddress(kernel, tenant))
    if (tenant) return c.redirect(`/embed/auth?tenant=${tenant.public_key}`)
    if (!issuer) return c.redirect('/auth')
    await kernel.limits.take('tenants.login-by-issuer', addressKey(c.get('clientIp')), LOOKUPS)
    const found = await tenantOf(kernel, issuer)
    return c.redirect(found ? beginAddress(kernel, found) : '/auth')
  })
  return routes
}

interface Found {
  public_key: string
  stripe_mode: 'test' | 'live'
}

/** On the host of the tenant's blocks, which is the one that Auth0 knows. */
const beginAddress = ({ config }: Kernel, { public_key, stripe_mode }: Found): string =>
  `${config.embedOrigin[stripe_mode]}/embed/auth0?tenant=${public_key}&step=begin`

/** The one tenant whose people sign in at this issuer; several with one application cannot be told apart by it. */
async function tenantOf({ database, config }: Kernel, issuer: string): Promise<Found | undefined> {
  const domain = domainOf(config, issuer)
  if (!domain) return undefined
  const found = await database.asService('a tenant by the issuer of its people', (db) =>
    db
      .selectFrom('tenants')
      .select(['public_key', 'stripe_mode'])
      .where('auth_provider', '=', 'auth0')
      .where('auth0_domain', '=', domain)
      .limit(2)
      .execute(),
  )
  return found.length === 1 ? (found[0] as Found) : undefined
}

/** Also of a stand-in, whose issuer is its address. */
function domainOf(config: Kernel['config'], issuer: string): string | undefined {
  const standIn = Object.keys(config.auth.auth0Overrides).find(
    (domain) => `${auth0Address(config, domain)}/` === issuer,
  )
  return standIn ?? auth0Domain(/^https:\/\/([^/]+)\/$/.exec(issuer)?.[1] ?? '')
}
