import { SearchX, Users } from 'lucide-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useRoles } from '#studio/audience/use-roles.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { rowSteps } from '#ui/lists/row-steps.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { countWords } from './customer-words.ts'
import { CustomersExample } from './customers-example.tsx'
import { CustomersTable } from './customers-table.tsx'
import { CustomersToolbar } from './customers-toolbar.tsx'
import {
  CUSTOMERS_PAGE,
  type CustomersView,
  ALL_CUSTOMERS,
  FILTERS,
  readCustomersView,
  writeCustomersView,
} from './customers-view.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useCustomers } from './use-customers.ts'
import { useOpenRow } from '#studio/routing/use-open-row.ts'

const CustomerPanel = lazy(() => import('./customer-panel.tsx'), 'over')

/** The list of customers, with search, filter and page in the URL, and the panel of one customer. */
export function CustomersSection({ tenant }: { tenant: TenantRow }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const view = useMemo(() => readCustomersView(query), [query])
  const { openId: customerId, open, close } = useOpenRow('customer')
  const { data, isError, isFetching, isPlaceholderData, refetch } = useCustomers(tenant, view)
  const show = useCallback(
    (next: CustomersView) =>
      void navigate({ search: writeCustomersView(query, next) }, { replace: true, preventScrollReset: true }),
    [navigate, query],
  )
  const roles = useRoles(tenant.id)
  const [selectedIds, select] = useState<readonly string[]>([])
  const shown = data?.customers.map(({ id }) => id) ?? []
  // Rows that the list no longer shows are not changed unseen.
  const selected = selectedIds.filter((id) => shown.includes(id))
  const isFiltered = view.q !== '' || view.filter !== 'all' || view.role !== undefined

  return (
    <section aria-labelledby="customers-title">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="customers-title" className="min-w-0 truncate text-subheading">
          {tenant.name}
        </h2>
        <output className="min-w-18 text-text-2 tabular-nums">
          {data ? countWords(data.total) : isError ? null : <Skeleton width={72} />}
        </output>
        <span className="ml-auto inline-flex items-center gap-2 text-small text-text-2">
          Purchases in <ModeBadge mode={tenant.stripe_mode} />
        </span>
      </div>
      <CustomersToolbar
        tenant={tenant}
        roles={roles.data?.map(({ name }) => name) ?? []}
        view={view}
        onShow={show}
      />
      {selected.length > 0 ? (
        <SelectionBar tenantId={tenant.id} selected={selected} shown={shown} onSelect={select} />
      ) : null}
      <ListFrame
        // With the roles, because the rows have a checkbox if there are any.
        loading={!data || roles.isPending}
        skeleton={<RowsSkeleton rows={5} />}
        failed={isError && 'The customers could not be loaded.'}
        busy={data ? isPlaceholderData : isFetching}
        onRetry={() => void refetch()}
        empty={
          data?.customers.length === 0 ? (
            isFiltered ? (
              <NoMatch view={view} onShow={show} />
            ) : (
              <NoCustomers tenant={tenant} />
            )
          ) : undefined
        }
        onMore={data?.more && (() => show({ ...view, limit: view.limit + CUSTOMERS_PAGE }))}
      >
        {data ? (
          <CustomersTable
            customers={data.customers}
            onOpen={open}
            sort={view.sort}
            onSort={(sort) => show({ ...view, sort })}
            selection={roles.data?.length ? { ids: selected, onChange: select } : undefined}
          />
        ) : null}
      </ListFrame>
      {customerId ? (
        <Suspense>
          <CustomerPanel
            tenant={tenant}
            customerId={customerId}
            onClose={close}
            steps={rowSteps(shown, customerId, open)}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

function NoCustomers({ tenant }: { tenant: TenantRow }) {
  return (
    <>
      <EmptyState
        icon={<Users size={22} strokeWidth={1.75} aria-hidden />}
        title="No customers yet"
        text="Visitors who sign up in the auth block on your site appear here automatically."
        actions={
          tenant.public_key ? (
            <Link {...buttonStyle({ variant: 'primary' })} to={`/studio?dialog=embed&tenant=${tenant.id}`}>
              Get the embed code
            </Link>
          ) : undefined
        }
      />
      <CustomersExample />
    </>
  )
}

function NoMatch({ view, onShow }: { view: CustomersView; onShow: (view: CustomersView) => void }) {
  const { label } = FILTERS.find(({ value }) => value === view.filter)!
  const inFilter = [
    view.filter === 'all' ? '' : ` in “${label}”`,
    view.role ? ` with the role “${view.role}”` : '',
  ].join('')
  return (
    <EmptyState
      icon={<SearchX size={22} strokeWidth={1.75} aria-hidden />}
      title="No customers found"
      text={view.q ? `No customer${inFilter} matches “${view.q}”.` : `There are no customers${inFilter}.`}
      actions={
        view.q ? (
          <Button onClick={() => onShow({ ...view, q: '', limit: CUSTOMERS_PAGE })}>Clear search</Button>
        ) : (
          <Button onClick={() => onShow(ALL_CUSTOMERS)}>Show all</Button>
        )
      }
    />
  )
}
