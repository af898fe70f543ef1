import { use } from 'react'
import { useLocation } from 'react-router'
import { blockNav } from '#blocks/screens.tsx'
import { KnownScreens, knownPath } from '../routing/known-screens.ts'
import {
  BLOCKS_OVERVIEW,
  CONNECT_PAGES,
  NAV_ITEMS,
  type NavItem,
  type SubPage,
  navItemOf,
  subPageOf,
} from './nav-items.ts'

const SUB_PAGES: Partial<Record<NavItem['id'], readonly SubPage[]>> = {
  connect: CONNECT_PAGES,
  blocks: [BLOCKS_OVERVIEW, ...blockNav],
}

/** Returns the navigation items whose screens exist. */
export function useNavItems(): readonly NavItem[] {
  const known = use(KnownScreens)
  return NAV_ITEMS.filter((item) => known.includes(item.path))
}

/**
 * Returns the pages below an item whose screens exist, or undefined if the item is a single page. A block whose first page
 * is not in the user's role begins with the first one that is.
 */
export function useSubPages(id: NavItem['id']): readonly SubPage[] | undefined {
  const known = use(KnownScreens)
  return SUB_PAGES[id]?.flatMap((page) => {
    const path = knownPath(known, page.path)
    return path ? { ...page, path } : []
  })
}

/** Returns the item that the current screen belongs to. */
export function useCurrentItem(): NavItem | undefined {
  return navItemOf(useLocation().pathname, blockNav)
}

/** Returns the path of the page in the list that the current screen belongs to. */
export function useCurrentSubPath(pages: readonly SubPage[]): string | undefined {
  return subPageOf(pages, useLocation().pathname)?.path
}
