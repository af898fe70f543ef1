import { use } from 'react'
import { KnownScreens } from '../routing/known-screens.ts'
import { CONNECT_PAGES, NAV_ITEMS, type NavItem } from './nav-items.ts'

/** Returns the navigation items whose screens exist. */
export function useNavItems(): readonly NavItem[] {
  const known = use(KnownScreens)
  return NAV_ITEMS.filter((item) => known.includes(item.path))
}

/** Returns the pages under Connect whose screens exist. */
export function useConnectPages(): typeof CONNECT_PAGES {
  const known = use(KnownScreens)
  return CONNECT_PAGES.filter((page) => known.includes(page.path))
}
