import type { Database } from './db/database.ts'
import { SERVICE } from './db/claims.ts'

/** What the server itself needs to know of a tenant to answer its visitors. */
export interface TenantCard {
  id: string
  name: string
  public_key: string
  theme: { variant: string }
  auth_provider: string
  auth0_domain: string | null
  auth0_client_id: string | null
  stripe_mode: 'test' | 'live'
  allowed_origins: string[]
}

export interface Tenancy {
  /** The tenant of a public key, or undefined. Remembered for 5 seconds, dropped when the row changes. */
  byPublicKey(publicKey: string): Promise<TenantCard | undefined>
}

const PUBLIC_KEY = /^pk_[0-9A-Za-z]{24}$/
const LIFETIME_MS = 5000
const REMEMBERED = 10_000

export function createTenancy(database: Database): Tenancy {
  const cards = new Map<string, { card: TenantCard | undefined; until: number }>()
  let listening: Promise<unknown> | undefined
  return {
    async byPublicKey(publicKey) {
      if (!PUBLIC_KEY.test(publicKey)) return undefined
      listening ??= database
        .listen('tenant_changed', (key) => cards.delete(key))
        .catch(() => (listening = undefined))
      const known = cards.get(publicKey)
      if (known && known.until > Date.now()) return known.card
      const { rows } = await database.once<TenantCard>(SERVICE, {
        name: 'tenant_by_public_key',
        text: `select id, name, public_key, theme, auth_provider, auth0_domain, auth0_client_id, stripe_mode, allowed_origins
               from public.tenants where public_key = $1`,
        values: [publicKey],
      })
      if (cards.size >= REMEMBERED) cards.delete(cards.keys().next().value!)
      cards.set(publicKey, { card: rows[0], until: Date.now() + LIFETIME_MS })
      return rows[0]
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

/**
 * Whether a page of this origin may carry the tenant's blocks: the tenant's own list, exactly; in test mode also
 * the own machine and the usual preview hosts. The one rule behind frame-ancestors, message origin and redirects.
 * @param origin as browsers write it, for example `https://shop.example`
 */
export function originAllowed(
  tenant: { allowed_origins: string[]; stripe_mode: string },
  origin: string,
): boolean {
  return tenant.allowed_origins.includes(origin) || (tenant.stripe_mode === 'test' && isPreviewOrigin(origin))
}

/** localhost, its sub-domains, the loopback addresses and the preview hosts. */
export function isPreviewOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname, protocol, origin: canonical } = new URL(origin)
  if (canonical !== origin) return false
  if (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '127.0.0.1' ||
    hostname === '[::1]'
  )
    return protocol === 'http:' || protocol === 'https:'
  return protocol === 'https:' && PREVIEW_HOSTS.some((host) => hostname.endsWith(`.${host}`))
}

/** Sources for `frame-ancestors` that say the same as originAllowed. */
export function frameAncestors(tenant: { allowed_origins: string[]; stripe_mode: string }): string[] {
  const preview = [
    'http://localhost:*',
    'http://*.localhost:*',
    'http://127.0.0.1:*',
    'https://localhost:*',
    ...PREVIEW_HOSTS.map((host) => `https://*.${host}`),
  ]
  return [...tenant.allowed_origins, ...(tenant.stripe_mode === 'test' ? preview : [])]
}
