import '#ui/tabs/tabs.css'
import { Link, useLocation } from 'react-router'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { FILES, TABS } from '../tabs.ts'

const PLACES = [TABS[0], FILES]

/** Leads from the tables of a tenant to its files and back. */
export function OverviewTabs({ tenant }: { tenant: TenantRow }) {
  const { pathname } = useLocation()
  const search = `?${new URLSearchParams({ tenant: tenant.id })}`
  return (
    <nav aria-label="Your data" className="bb-tabs mb-6">
      {PLACES.map(({ path, title }) => (
        <Link
          key={path}
          to={{ pathname: path, search }}
          className="bb-tab"
          aria-current={path === pathname ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
