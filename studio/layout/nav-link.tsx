import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCachedQueryData } from '../data/queries.tsx'
import { useAuth } from '../session/session.tsx'
import { useLoginPrompt } from './login-prompt.tsx'
import { FIRST_TENANT_PATH, type NavItem } from './nav-items.ts'
import { useCurrentItem } from './use-nav-items.ts'

/** Returns whether the current screen belongs to the item. */
export function useIsCurrent(item: NavItem): boolean {
  return useCurrentItem()?.id === item.id
}

/** Returns the item's link target for this user. */
function usePath(item: NavItem, userId: string | undefined): string {
  const tenants = useCachedQueryData<unknown[]>(['tenants', userId])
  // The root redirects signed-in users to their last tab, so Home has a separate path for them.
  if (item.id === 'home' && userId) return '/home'
  return item.id === 'tenants' && tenants?.length === 0 ? FIRST_TENANT_PATH : item.path
}

/** A navigation item as a link. A protected item opens the login prompt for signed-out visitors. */
export function NavLink({
  item,
  className,
  children,
}: {
  item: NavItem
  className: string
  children: ReactNode
}) {
  const requireLogin = useLoginPrompt()
  const { user } = useAuth()
  const current = useIsCurrent(item)
  const path = usePath(item, user?.id)
  return (
    <Link
      to={path}
      data-nav
      aria-label={item.label}
      aria-current={current ? 'page' : undefined}
      className={className}
      onClick={(event) => {
        if (item.protected && !requireLogin(item.label)) event.preventDefault()
      }}
    >
      {children}
    </Link>
  )
}
