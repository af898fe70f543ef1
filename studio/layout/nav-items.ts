import { isWithin } from '../routing/known-screens.ts'

export interface NavItem {
  id: 'home' | 'demo' | 'security' | 'connect' | 'blocks' | 'tenants'
  label: string
  path: string
  /** Asks a signed-out visitor to sign in first. */
  protected: boolean
}

/** The main navigation, in display order. */
export const NAV_ITEMS: readonly NavItem[] = [
  { id: 'home', label: 'Home', path: '/', protected: false },
  { id: 'demo', label: 'Demo', path: '/playground', protected: false },
  { id: 'security', label: 'Security', path: '/trust', protected: false },
  { id: 'connect', label: 'Connect', path: '/studio/connect', protected: true },
  { id: 'blocks', label: 'Blocks', path: '/bolt/blocks', protected: true },
  { id: 'tenants', label: 'Tenants', path: '/studio', protected: true },
]

/** A page below a navigation item. */
export interface SubPage {
  label: string
  path: string
}

/** Pages under Connect. */
export const CONNECT_PAGES: readonly SubPage[] = [
  { label: 'Overview', path: '/studio/connect' },
  { label: 'Stripe', path: '/studio/connect/stripe' },
  { label: 'Auth', path: '/studio/connect/auth' },
  { label: 'Chatbot', path: '/studio/connect/chatbot' },
  { label: 'Webhooks', path: '/studio/connect/webhooks' },
  { label: 'Email', path: '/studio/connect/email' },
  { label: 'Analytics', path: '/studio/connect/analytics' },
  { label: 'Databases', path: '/studio/connect/databases' },
]

/** Tabs that can be stored as the last visited one. Not Home, because Home redirects to that tab. */
export const TAB_PATHS: readonly string[] = NAV_ITEMS.filter((item) => item.id !== 'home').map(
  (item) => item.path,
)

/** The first page under Blocks; the blocks add theirs (`blocks/screens.tsx`). */
export const BLOCKS_OVERVIEW: SubPage = { label: 'Overview', path: '/bolt/blocks' }

/** Where the Tenants item links if the creator has none yet. */
export const FIRST_TENANT_PATH = '/bolt/studio/onboarding'

/** Screens whose path is not below their item's path. */
const ITEM_BY_PATH: Partial<Record<string, NavItem['id']>> = {
  '/bolt/connect': 'connect',
  '/studio/mode': 'connect',
  '/bolt/dashboard': 'blocks',
  '/bolt/studio': 'tenants',
  [FIRST_TENANT_PATH]: 'tenants',
}

/** Other paths of a page in the navigation. */
const SUB_PAGE_BY_PATH: Partial<Record<string, string>> = {
  '/bolt/connect': '/studio/connect',
  '/bolt/dashboard': BLOCKS_OVERVIEW.path,
}

/** Returns the page of the list that a path belongs to: the longest path that begins it. */
export function subPageOf<Page extends SubPage>(pages: readonly Page[], path: string): Page | undefined {
  const at = SUB_PAGE_BY_PATH[path] ?? path
  return pages.filter((page) => isWithin(at, page.path)).toSorted((a, b) => b.path.length - a.path.length)[0]
}

/**
 * Returns the item that a path belongs to: `/studio/connect/stripe` is Connect, `/studio` is Tenants.
 * @param blockPages the pages that blocks add below Blocks
 */
export function navItemOf(path: string, blockPages: readonly SubPage[] = []): NavItem | undefined {
  if (subPageOf(blockPages, path)) return NAV_ITEMS.find(({ id }) => id === 'blocks')
  if (path === '/home') return NAV_ITEMS[0]
  if (path === '/trust-check') return NAV_ITEMS.find(({ id }) => id === 'security')
  // Below /studio, but not part of the Tenants item.
  if (path === '/studio/account' || path === '/studio/billing') return undefined
  const itemId = ITEM_BY_PATH[path]
  if (itemId) return NAV_ITEMS.find(({ id }) => id === itemId)
  const matches = NAV_ITEMS.filter((item) => isWithin(path, item.path))
  return matches.sort((a, b) => b.path.length - a.path.length)[0]
}
