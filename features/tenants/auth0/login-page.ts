import { Hono } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { addressKey } from '#kernel/limits.ts'
import { auth0Address, auth0Domain } from '#services/auth/auth0/domain.ts'

/** Anyone can cause a database query by sending an issuer. */
const LOOKUPS = { points: 60, seconds: 60 }

/**
 * `GET /login` starts a sign-in that did not start on one of our pages. Auth0 redirects users to this URL
 * (Application Login URI), with the issuer, when they open its login page from a bookmark or an email. It
 * redirects to the sign-in of the tenant with the given key, or of the only tenant with that issuer,
 * otherwise to the creators' sign-in.
 */
export function loginPage(kernel: Kernel): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/login', async (c) => {
    c.header('cache-control', 'no-store')
    const key = c.req.query('tenant')
    const issuer = c.req.query('iss')
    const tenant = key ? await kernel.tenancy.byPublicKey(key) : undefined
    if (tenant?.auth_provider === 'auth0') return c.redirect(signInUrl(kernel, tenant))
    if (tenant) return c.redirect(`/embed/auth?tenant=${tenant.public_key}`)
    if (!issuer) return c.redirect('/auth')
    await kernel.limits.take('tenants.login-by-issuer', addressKey(c.get('clientIp')), LOOKUPS)
    const found = await tenantOf(kernel, issuer)
    return c.redirect(found ? signInUrl(kernel, found) : '/auth')
  })
  return routes
}

interface Found {
  public_key: string
  stripe_mode: 'test' | 'live'
}

/** Uses the host of the tenant's blocks, which is the one registered at Auth0. */
const signInUrl = ({ config }: Kernel, { public_key, stripe_mode }: Found): string =>
  `${config.embedOrigin[stripe_mode]}/embed/auth0?tenant=${public_key}&step=begin`

/** Finds the only tenant whose users sign in at this issuer. Undefined if several tenants share it. */
async function tenantOf({ database, config }: Kernel, issuer: string): Promise<Found | undefined> {
  const domain = domainOf(config, issuer)
  if (!domain) return undefined
  const found = await database.asService('anonymous: a tenant by the issuer of its users', (db) =>
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

/** The issuer of the sandbox's Auth0 replacement is its own URL. */
function domainOf(config: Kernel['config'], issuer: string): string | undefined {
  const standIn = Object.keys(config.auth.auth0Overrides).find(
    (domain) => `${auth0Address(config, domain)}/` === issuer,
  )
  return standIn ?? auth0Domain(/^https:\/\/([^/]+)\/$/.exec(issuer)?.[1] ?? '')
}
