import './nav.css'
import { Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { useAuth } from '../session/session.tsx'
import { SubFlyout, SubTree } from './sub-nav.tsx'
import { NAV_ICONS } from './nav-icons.ts'
import type { NavItem } from './nav-items.ts'
import { moveBetweenItems } from './nav-keys.ts'
import { NavLink } from './nav-link.tsx'
import { useNavItems, useSubPages } from './use-nav-items.ts'

const PlanFoot = lazy(() => import('./sidebar-plan.tsx'))

/** The navigation on the left: 224 px wide with labels, or 64 px with icons only. */
export function Sidebar({ wide }: { wide: boolean }) {
  const items = useNavItems()
  const { user } = useAuth()
  return (
    <nav
      aria-label="Main"
      className={`sticky top-14 flex h-[calc(100dvh-56px)] shrink-0 flex-col overflow-y-auto border-r border-line py-4 ${wide ? 'w-56 px-3' : 'w-16 px-3'}`}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the links in it */}
      <ul className="flex flex-col gap-0.5" onKeyDown={moveBetweenItems}>
        {items.map((item) => (
          <li key={item.id}>
            <Row item={item} wide={wide} />
          </li>
        ))}
      </ul>
      {wide && user ? (
        <Suspense>
          <PlanFoot />
        </Suspense>
      ) : null}
    </nav>
  )
}

function Row({ item, wide }: { item: NavItem; wide: boolean }) {
  const Icon = NAV_ICONS[item.id]
  const pages = useSubPages(item.id)
  const icon = <Icon size={17} strokeWidth={1.75} aria-hidden />
  if (pages) {
    const SubNav = wide ? SubTree : SubFlyout
    return <SubNav item={item} pages={pages} icon={icon} />
  }
  if (wide)
    return (
      <NavLink item={item} className="bb-nav-row">
        {icon}
        {item.label}
      </NavLink>
    )
  return (
    <Tooltip text={item.label} side="right" describes={false}>
      <NavLink item={item} className="bb-nav-row w-10 justify-center px-0">
        {icon}
      </NavLink>
    </Tooltip>
  )
}
