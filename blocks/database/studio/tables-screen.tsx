import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { Suspense } from 'react'
import type { DataTable } from '#features/tables/endpoints.ts'
import { useScreenExists } from '#studio/routing/known-screens.ts'
import { useOpenRow } from '#studio/routing/use-open-row.ts'
import { RequireTenant } from '#studio/tenant/require-tenant.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { useTenantInUrl } from '#studio/tenant/use-tenant-in-url.ts'
import { lazy } from '#ui/lazy.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { OverviewHead } from './overview/overview-head.tsx'
import { OverviewTabs } from './overview/overview-tabs.tsx'
import { TablesOverview } from './overview/tables-overview.tsx'
import { TablePage } from './table-page.tsx'
import { TABS } from './tabs.ts'
import { useTableFocus } from './use-table-focus.ts'
import { useTables } from './use-tables.ts'

const NewTableDialog = lazy(() =>
  import('./overview/new-table-dialog.tsx').then((module) => ({ default: module.NewTableDialog })),
)

/** Parameters that belong to a tenant. */
const OWN = ['table', 'new', 'field', 'view', 'form', 'row', 'q']
const START = TABS[0].path
/** Where the tags of a new form and list are. */
const TAGS = TABS[3].path

/** `/bolt/tables`: the tables of the tenant chosen in the header, or one of them with its pages. */
export default function TablesScreen() {
  useTenantInUrl(OWN)
  return (
    <RequireTenant title="Tables">{(tenant) => <Tables key={tenant.id} tenant={tenant} />}</RequireTenant>
  )
}

function Tables({ tenant }: { tenant: TenantRow }) {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const { data } = useTables(tenant.id)
  const tables = data?.tables.filter(({ deleted_at }) => !deleted_at)
  const chosen = query.get('table')
  const table = tables?.find(({ id }) => id === chosen)
  useTableFocus(table?.id)

  if (table) return <TablePage key={table.id} tenant={tenant} table={table} />
  if (!data && (chosen || pathname !== START)) return <Loading />
  // A page of a table needs one: the first, or the overview if there is none. The same for a table that was deleted.
  if (pathname !== START || chosen) {
    const search = new URLSearchParams({ tenant: tenant.id })
    const first = chosen ? undefined : tables?.[0]
    if (first) search.set('table', first.id)
    return <Navigate replace to={{ pathname: first ? pathname : START, search: `?${search}` }} />
  }
  return <Overview tenant={tenant} />
}

function Overview({ tenant }: { tenant: TenantRow }) {
  const navigate = useNavigate()
  const { openId, open, close } = useOpenRow('new')
  const show = ({ id }: Pick<DataTable, 'id'>, pathname: string = START, replace = false) =>
    void navigate(
      { pathname, search: `?${new URLSearchParams({ tenant: tenant.id, table: id })}` },
      { replace },
    )
  const hasConnect = useScreenExists('/studio/connect/databases')
  return (
    <>
      <OverviewHead hasConnect={hasConnect} />
      <OverviewTabs tenant={tenant} />
      <TablesOverview
        tenant={tenant}
        onOpen={(table) => show(table)}
        onNew={(template) => open(template ?? 'empty')}
      />
      {openId ? (
        <Suspense>
          <NewTableDialog
            tenantId={tenant.id}
            initial={openId}
            onClose={close}
            onCreated={(id, hasTags) => show({ id }, hasTags ? TAGS : START, true)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function Loading() {
  return (
    <>
      <PageHead title="Tables" />
      <RowsSkeleton rows={5} />
    </>
  )
}
