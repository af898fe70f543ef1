import type { TenantTheme } from './browser/theme/theme.ts'
import type { Database } from './db/database.ts'
import { SERVICE } from './db/claims.ts'
import { createShortMemory } from './short-memory.ts'

/** What the server itself needs to know of a tenant to answer its visitors. */
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
  /** Plans that a block needs and the owner does not have. Empty in test mode, which is open to every plan. */
  missing_plans: ('pro' | 'business')[]
}

export interface Tenancy {
  /** The tenant of a public key, or undefined. Remembered for 5 seconds, dropped when the row changes. */
  byPublicKey(publicKey: string): Promise<TenantCard | undefined>
}

/**
 * The header by which creators and the operator name the tenant whose users, files or channels are meant (its id);
 * sockets and their HTTP half take it as a parameter of the address too. It opens nothing: rights decide.
 */
export const POOL_HEADER = 'x-bb-pool'

const PUBLIC_KEY = /^pk_[0-9A-Za-z]{24}$/
const REMEMBERED = 10_000

/** Reads as the service: the card is needed before anybody's claims are known. */
export function createTenancy(database: Pick<Database, 'listen' | 'once'>): Tenancy {
  const cards = createShortMemory<TenantCard | undefined>(database.listen, 'tenant_changed', REMEMBERED)
  async function read(publicKey: string): Promise<TenantCard | undefined> {
    const { rows } = await database.once<TenantCard>(SERVICE, {
      name: 'tenant_by_public_key',
      text: `select id, name, public_key, theme, auth_provider, auth0_domain, auth0_client_id, stripe_mode, allowed_origins,
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
  }
}

/** Hosts on which builders preview a site before it has an address of its own. */
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

/** The own machine; addresses of IPv6 are left out, since a content policy cannot name them. */
const LOCAL_HOST = /^(localhost|([a-z0-9_-]+\.)+localhost|127\.0\.0\.1)$/

/**
 * Whether a page of this origin may carry the tenant's blocks: the tenant's own list, exactly; in test mode also
 * the own machine and the usual preview hosts. The one rule behind frame-ancestors, message origin and redirects;
 * as in a content policy, a site listed under http may come under https.
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
 * Whether a page of this origin may be handed a code for a session: one that the tenant lists, in test mode the own
 * machine as well. Not the preview hosts: anybody can have a page there, and have asked for the code (docs/decisions/007).
 */
export const mayTakeCodes = (
  tenant: { allowed_origins: string[]; stripe_mode: string },
  origin: string,
): boolean =>
  originAllowed({ ...tenant, stripe_mode: 'live' }, origin) ||
  (originAllowed(tenant, origin) && isLocalOrigin(origin))

/** A page of the machine that the browser runs on: nobody else can have one there. */
export const isLocalOrigin = (origin: string): boolean => LOCAL_HOST.test(URL.parse(origin)?.hostname ?? '')

/** localhost, its sub-domains, the loopback address, and the preview hosts under https on their usual port. */
export function isPreviewOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname, protocol, port, origin: canonical } = new URL(origin)
  if (canonical !== origin || !/^https?:$/.test(protocol)) return false
  if (LOCAL_HOST.test(hostname)) return true
  return protocol === 'https:' && !port && PREVIEW_HOSTS.some((host) => hostname.endsWith(`.${host}`))
}

/** Sources for `frame-ancestors` that say the same as originAllowed. */
export function frameAncestors(tenant: { allowed_origins: string[]; stripe_mode: string }): string[] {
  const local = ['localhost', '*.localhost', '127.0.0.1']
  const preview = [
    ...local.flatMap((host) => [`http://${host}:*`, `https://${host}:*`]),
    ...PREVIEW_HOSTS.map((host) => `https://*.${host}`),
  ]
  return [...tenant.allowed_origins, ...(tenant.stripe_mode === 'test' ? preview : [])]
}
