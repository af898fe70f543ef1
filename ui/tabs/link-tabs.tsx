import './tabs.css'
import { Link, useLocation } from 'react-router'
import { useActiveTabInView } from './use-active-tab-in-view.ts'

export interface LinkTabsProps {
  /** Name of the navigation for screen readers. */
  label: string
  links: readonly { to: string; label: string }[]
}

/** Links styled as tabs, for views with their own URLs. */
export function LinkTabs({ label, links }: LinkTabsProps) {
  const { pathname } = useLocation()
  const row = useActiveTabInView<HTMLElement>(pathname)
  return (
    <nav ref={row} aria-label={label} className="bb-tabs mb-5">
      {links.map(({ to, label: text }) => (
        <Link key={to} to={to} className="bb-tab" aria-current={pathname === to ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
