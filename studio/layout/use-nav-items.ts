import { use } from 'react'
import { KnownScreens } from '../known-screens.ts'
import { CONNECT_PAGES, NAV_ITEMS, type NavItem } from './nav-items.ts'

/** The navigation's items whose screens exist: a tab leads nowhere until there is one. */
export function useNavItems(): readonly NavItem[] {
  const known = use(KnownScreens)
  return NAV_ITEMS.filter((item) => known.includes(item.path))
}

/** The same for the pages under Connect. */
export function useConnectPages(): typeof CONNECT_PAGES {
  const known = use(KnownScreens)
  return CONNECT_PAGES.filter((page) => known.includes(page.path))
}
