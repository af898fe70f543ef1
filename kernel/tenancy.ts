import type { TenantTheme } from './browser/theme/theme.ts'
import type { Database } from './db/database.ts'
import { SERVICE } from './db/claims.ts'
import { createShortLivedCache } from './short-lived-cache.ts'

/** The tenant data that the server needs to serve its visitors. */
export interface TenantCard {
  id: string
  name: string
  public_key: string
  theme: TenantTheme
  auth_provider: string
  auth0_domain: string | null
  auth0_client_id: string | null
  stripe_mode: 'test' | 'live'
  allowed_origins: string[]
  /** Whether its pages count visits: not at all, always, or with the visitor's consent. */
  measuring: 'off' | 'on' | 'consent'
  /** Plans that blocks need and the owner lacks. Empty in test mode, which is open to every plan. */
  missing_plans: ('pro' | 'business')[]
}

export interface Tenancy {
  /** The tenant of a public key, or undefined. Cached for 5 seconds, invalidated when the row changes. */
  byPublicKey(publicKey: string): Promise<TenantCard | undefined>
  /** Whether a tenant with this public key existed and was deleted. */
  wasDeleted(publicKey: string): Promise<boolean>
}

/**
 * Header in which creators and the operator name the tenant (by id) whose users, files or channels they access. Sockets
 * and their HTTP counterpart also accept it as a query parameter. It grants nothing: permissions are checked separately.
 */
export const POOL_HEADER = 'x-bb-pool'

/** The same for the tenant's own tables, in the data API and in sockets. */
export const TENANT_HEADER = 'x-tenant'

const PUBLIC_KEY = /^pk_[0-9A-Za-z]{24}$/
const REMEMBERED = 10_000

/** Reads as the service role, because the card is needed before the caller's claims are known. */
export function createTenancy(database: Pick<Database, 'listen' | 'once'>): Tenancy {
  const cards = createShortLivedCache<TenantCard | undefined>(database.listen, 'tenant_changed', REMEMBERED)
  async function read(publicKey: string): Promise<TenantCard | undefined> {
    const { rows } = await database.once<TenantCard>(SERVICE, {
      name: 'tenant_by_public_key',
      text: `select id, name, public_key, theme, auth_provider, auth0_domain, auth0_client_id, stripe_mode, allowed_origins, measuring,
               case when stripe_mode = 'live'
                 then array(select plan from unnest(array['pro', 'business']) plan where not app.has_plan(owner_user_id, plan))
                 else '{}' end as missing_plans
             from public.tenants where public_key = $1`,
      values: [publicKey],
    })
    return rows[0]
  }
  return {
    async byPublicKey(publicKey) {
      return PUBLIC_KEY.test(publicKey) ? cards.get(publicKey, () => read(publicKey)) : undefined
    },
    async wasDeleted(publicKey) {
      if (!PUBLIC_KEY.test(publicKey)) return false
      const { rows } = await database.once<{ deleted: boolean }>(SERVICE, {
        name: 'deleted_public_key',
        text: `select exists (
                 select from app.deleted_public_keys where hash = sha256(convert_to($1, 'utf8'))
               ) as deleted`,
        values: [publicKey],
      })
      return rows[0]!.deleted
    },
  }
}

/** Hosts on which site builders preview a site before it has its own domain. */
const PREVIEW_HOSTS = [
  'webflow.io',
  'framer.app',
  'framer.website',
  'wixsite.com',
  'wixstudio.com',
  'squarespace.com',
  'myshopify.com',
  'wordpress.com',
  'wpengine.com',
  'wpcomstaging.com',
  'netlify.app',
  'vercel.app',
  'pages.dev',
  'github.io',
  'gitlab.io',
  'web.app',
  'ghost.io',
  'carrd.co',
  'codesandbox.io',
  'csb.app',
  'stackblitz.io',
  'webcontainer.io',
  'ngrok.app',
  'ngrok-free.app',
  'lovable.app',
  'replit.app',
]

/** The local machine. IPv6 addresses are excluded, because a content policy cannot name them. */
const LOCAL_HOST = /^(localhost|([a-z0-9_-]+\.)+localhost|127\.0\.0\.1)$/

/**
 * Whether a page of this origin may embed the tenant's blocks: exact matches in the tenant's list; in test mode also
 * the local machine and common preview hosts. The single rule for frame-ancestors, message origins and redirects. As in
 * a content policy, a site listed with http may also use https.
 * @param origin as browsers write it, for example `https://shop.example`
 */
export function originAllowed(
  tenant: { allowed_origins: string[]; stripe_mode: string },
  origin: string,
): boolean {
  const listed = (site: string) => tenant.allowed_origins.includes(site)
  if (listed(origin) || (origin.startsWith('https:') && listed(origin.replace('https:', 'http:'))))
    return true
  return tenant.stripe_mode === 'test' && isPreviewOrigin(origin)
}

/**
 * Whether a page of this origin may receive a session code: listed sites, and in test mode the local machine. Not the
 * preview hosts, where anyone can publish a page that requests the code (docs/decisions/007).
 */
export const mayTakeCodes = (
  tenant: { allowed_origins: string[]; stripe_mode: string },
  origin: string,
): boolean =>
  originAllowed({ ...tenant, stripe_mode: 'live' }, origin) ||
  (originAllowed(tenant, origin) && isLocalOrigin(origin))

/** A page on the machine that runs the browser, where no third party can publish one. */
export const isLocalOrigin = (origin: string): boolean => LOCAL_HOST.test(URL.parse(origin)?.hostname ?? '')

/** localhost, its subdomains, the loopback address, and the preview hosts over https on the default port. */
export function isPreviewOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname, protocol, port, origin: canonical } = new URL(origin)
  if (canonical !== origin || !/^https?:$/.test(protocol)) return false
  if (LOCAL_HOST.test(hostname)) return true
  return protocol === 'https:' && !port && PREVIEW_HOSTS.some((host) => hostname.endsWith(`.${host}`))
}

/** Sources for `frame-ancestors`, equivalent to originAllowed. */
export function frameAncestors(tenant: { allowed_origins: string[]; stripe_mode: string }): string[] {
  const local = ['localhost', '*.localhost', '127.0.0.1']
  const preview = [
    ...local.flatMap((host) => [`http://${host}:*`, `https://${host}:*`]),
    ...PREVIEW_HOSTS.map((host) => `https://*.${host}`),
  ]
  return [...tenant.allowed_origins, ...(tenant.stripe_mode === 'test' ? preview : [])]
}
