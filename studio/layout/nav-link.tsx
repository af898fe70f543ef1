import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useReadBefore } from '../queries.tsx'
import { useAuth } from '../session.tsx'
import { useLoginPrompt } from './login-prompt.tsx'
import { FIRST_TENANT_PATH, type NavItem, navItemOf } from './nav-items.ts'

/** True where the screen shown belongs to the item. */
export function useIsCurrent(item: NavItem): boolean {
  return navItemOf(useLocation().pathname)?.id === item.id
}

/** Where an item leads this person. */
function usePath(item: NavItem, userId: string | undefined): string {
  const tenants = useReadBefore<unknown[]>(['tenants', userId])
  // The root sends people signed in on to their last tab; Home has an address of its own for them.
  if (item.id === 'home' && userId) return '/home'
  return item.id === 'tenants' && tenants?.length === 0 ? FIRST_TENANT_PATH : item.path
}

/** A main item as a link; a protected one opens the prompt for people who are not signed in. */
export function NavLink({
  item,
  className,
  children,
}: {
  item: NavItem
  className: string
  children: ReactNode
}) {
  const ask = useLoginPrompt()
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
        if (item.protected && !ask(item.label)) event.preventDefault()
      }}
    >
      {children}
    </Link>
  )
}
