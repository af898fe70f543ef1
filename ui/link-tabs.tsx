import './tabs.css'
import { Link, useLocation } from 'react-router'

export interface LinkTabsProps {
  /** Name of the set for screen readers. */
  label: string
  links: readonly { to: string; label: string }[]
}

/** Views with addresses of their own, which look like tabs. */
export function LinkTabs({ label, links }: LinkTabsProps) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={label} className="bb-tabs mb-5">
      {links.map(({ to, label: words }) => (
        <Link key={to} to={to} className="bb-tab" aria-current={pathname === to ? 'page' : undefined}>
          {words}
        </Link>
      ))}
    </nav>
  )
}
