import '#ui/tabs/tabs.css'
import { ArrowLeft, TableProperties } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { DataTable } from '#features/tables/endpoints.ts'
import { showPaywall } from '#studio/plan/paywall.ts'
import { useOpenRow } from '#studio/routing/use-open-row.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { TableMenu, TableState } from './overview/tables-list.tsx'
import { TABS } from './tabs.ts'

const PAGES = [
  lazy(() => import('./rows/rows-tab.tsx')),
  lazy(() => import('./form/form-tab.tsx')),
  lazy(() => import('./access/access-tab.tsx')),
  lazy(() => import('./embed-tab.tsx')),
]
const FieldsPanel = lazy(() => import('./fields/fields-panel.tsx'), 'over')

export interface TablePageProps {
  tenant: TenantRow
  table: DataTable
}

/** One table: its rows, form, access and place on the site, and the panel of its fields. */
export function TablePage({ tenant, table }: TablePageProps) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { openId, open, close } = useOpenRow('field')
  const at = Math.max(
    0,
    TABS.findIndex(({ path }) => path === pathname),
  )
  const Page = PAGES[at]!
  const search = `?${new URLSearchParams({ tenant: tenant.id, table: table.id })}`
  const overview = { pathname: TABS[0].path, search: `?${new URLSearchParams({ tenant: tenant.id })}` }
  return (
    <>
      <Link
        to={overview}
        className="mb-2 inline-flex items-center gap-1.5 rounded-badge text-small text-text-2 hover:text-text"
      >
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        Tables
      </Link>
      <PageHead
        title={table.title}
        badge={<TableState tenantId={tenant.id} table={table} />}
        text={<span className="font-mono text-small">{table.name}</span>}
        actions={
          <>
            <Button
              data-fields-button
              icon={<TableProperties size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => open('all')}
            >
              {`Fields (${table.fields.length})`}
            </Button>
            <TableMenu tenantId={tenant.id} table={table} onTrashed={() => void navigate(overview)} />
          </>
        }
      />
      {table.read_only ? <ReadOnly needs={table.read_only === 'pro' ? 'Pro' : 'Business'} /> : null}
      <nav aria-label={table.title} className="bb-tabs mb-6">
        {TABS.map(({ path, label }, tab) => (
          <Link
            key={path}
            to={{ pathname: path, search }}
            className="bb-tab"
            aria-current={tab === at ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Suspense key={TABS[at]!.path} fallback={<RowsSkeleton rows={5} />}>
        <Page tenant={tenant} table={table} />
      </Suspense>
      {openId ? (
        <Suspense>
          <FieldsPanel tenantId={tenant.id} table={table} openId={openId} onOpen={open} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}

function ReadOnly({ needs }: { needs: string }) {
  return (
    <div className="mb-4">
      <Notice
        tone="warn"
        title="This table is read-only"
        action={
          <Button size="small" onClick={() => showPaywall(`This table can be changed again with ${needs}.`)}>
            Choose {needs}
          </Button>
        }
      >
        Its rows stay, can be read and exported, and lists still show them. Rows can be added and changed
        again with {needs}.
      </Notice>
    </div>
  )
}
