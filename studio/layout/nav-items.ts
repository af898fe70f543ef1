export interface NavItem {
  id: 'home' | 'demo' | 'security' | 'connect' | 'blocks' | 'tenants'
  label: string
  path: string
  /** Asks a signed-out visitor to sign in first. */
  protected: boolean
}

/** The main navigation, in its order. */
export const NAV_ITEMS: readonly NavItem[] = [
  { id: 'home', label: 'Home', path: '/', protected: false },
  { id: 'demo', label: 'Demo', path: '/playground', protected: false },
  { id: 'security', label: 'Security', path: '/trust', protected: false },
  { id: 'connect', label: 'Connect', path: '/studio/connect', protected: true },
  { id: 'blocks', label: 'Blocks', path: '/bolt/blocks', protected: true },
  { id: 'tenants', label: 'Tenants', path: '/studio', protected: true },
]

/** Pages under Connect. */
export const CONNECT_PAGES: readonly { label: string; path: string }[] = [
  { label: 'Overview', path: '/studio/connect' },
  { label: 'Stripe', path: '/studio/connect/stripe' },
  { label: 'Auth', path: '/studio/connect/auth' },
  { label: 'Chatbot', path: '/studio/connect/chatbot' },
  { label: 'Webhooks', path: '/studio/connect/webhooks' },
  { label: 'Email', path: '/studio/connect/email' },
  { label: 'Analytics', path: '/studio/connect/analytics' },
  { label: 'Databases', path: '/studio/connect/databases' },
]

/** The address of the page that a path shows: `/bolt/connect` is the Overview too, webhooks have two views. */
export const connectPageOf = (path: string): string =>
  path === '/bolt/connect' ? '/studio/connect' : path.replace(/^(\/studio\/connect\/webhooks)\/.*/, '$1')

/** Tabs that can be the last visited one. Home is not among them: it is where that tab is looked up. */
export const TAB_PATHS: readonly string[] = NAV_ITEMS.filter((item) => item.id !== 'home').map(
  (item) => item.path,
)

/** Where Tenants leads creators who have none yet. */
export const FIRST_TENANT_PATH = '/bolt/studio/onboarding'

/** Screens that stand at other addresses than their item's. */
const ELSEWHERE: Partial<Record<string, NavItem['id']>> = {
  '/bolt/connect': 'connect',
  '/studio/mode': 'connect',
  '/bolt/dashboard': 'blocks',
  '/bolt/studio': 'tenants',
  [FIRST_TENANT_PATH]: 'tenants',
}

/** The item that a path belongs to: `/studio/connect/stripe` is Connect, `/studio` is Tenants. */
export function navItemOf(path: string): NavItem | undefined {
  if (path === '/home') return NAV_ITEMS[0]
  if (path === '/trust-check') return NAV_ITEMS.find(({ id }) => id === 'security')
  // Under /studio, but nothing of a tenant.
  if (path === '/studio/account' || path === '/studio/billing') return undefined
  const elsewhere = ELSEWHERE[path]
  if (elsewhere) return NAV_ITEMS.find(({ id }) => id === elsewhere)
  const under = NAV_ITEMS.filter(
    (item) => path === item.path || (item.id !== 'home' && path.startsWith(`${item.path}/`)),
  )
  return under.sort((a, b) => b.path.length - a.path.length)[0]
}
