import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useAuth } from '../session.tsx'
import { useLoginPrompt } from './login-prompt.tsx'
import { type NavItem, navItemOf } from './nav-items.ts'

/** True where the screen shown belongs to the item. */
export function useIsCurrent(item: NavItem): boolean {
  return navItemOf(useLocation().pathname)?.id === item.id
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
  // The root sends people signed in on to their last tab; Home has an address of its own for them.
  const path = item.id === 'home' && user ? '/home' : item.path
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
