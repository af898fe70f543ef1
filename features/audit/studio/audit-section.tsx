import { History, SearchX } from 'lucide-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useOpenRow } from '#studio/routing/use-open-row.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { lazy } from '#ui/lazy.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { Pagination } from '#ui/lists/pagination.tsx'
import { rowSteps } from '#ui/lists/row-steps.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { AuditTable } from './audit-table.tsx'
import { AuditToolbar } from './audit-toolbar.tsx'
import { ALL_CHANGES, type AuditView, readAuditView, writeAuditView } from './audit-view.ts'
import { useChanges, useKeepChanges } from './use-audit.ts'

const ChangePanel = lazy(() => import('./change-panel.tsx'), 'over')

const KEPT = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

/** The list of changes, with search and filters in the URL, and the panel of one change. */
export function AuditSection({ tenant }: { tenant: TenantRow }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const view = useMemo(() => readAuditView(query), [query])
  const [cursors, setCursors] = useState<string[]>([])
  const { openId, open, close } = useOpenRow('change')
  const { data, isError, isFetching, refetch } = useChanges(tenant.id, view, cursors.at(-1))
  const show = useCallback(
    (next: AuditView) => {
      setCursors([])
      void navigate({ search: writeAuditView(query, next) }, { replace: true, preventScrollReset: true })
    },
    [navigate, query],
  )
  const opened = data?.changes.find(({ id }) => id === openId)
  const isFiltered = writeAuditView(new URLSearchParams(), view) !== ''
  return (
    <section aria-labelledby="audit-title">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 id="audit-title" className="min-w-0 truncate text-subheading">
          {tenant.name}
        </h2>
        <Kept tenantId={tenant.id} days={data?.kept_days} />
      </div>
      <AuditToolbar tenantId={tenant.id} view={view} onShow={show} />
      <ListFrame
        loading={!data}
        skeleton={<RowsSkeleton rows={8} />}
        failed={isError && 'The audit log could not be loaded.'}
        busy={isFetching}
        onRetry={() => void refetch()}
        empty={data?.changes.length === 0 ? <NoChanges filtered={isFiltered} onShow={show} /> : undefined}
      >
        {data ? <AuditTable changes={data.changes} onOpen={open} /> : null}
      </ListFrame>
      <Pagination
        newer={cursors.length > 0}
        older={Boolean(data?.next)}
        onNewer={() => setCursors(cursors.slice(0, -1))}
        onOlder={() => setCursors([...cursors, data!.next!])}
      />
      {opened ? (
        <Suspense>
          <ChangePanel
            tenantId={tenant.id}
            change={opened}
            onClose={close}
            steps={rowSteps(
              data!.changes.map(({ id }) => id),
              opened.id,
              open,
            )}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

function Kept({ tenantId, days }: { tenantId: string; days: number | undefined }) {
  const keep = useKeepChanges(tenantId)
  return (
    <span className="inline-flex items-center gap-2 text-small text-text-2">
      Keep for
      <Select
        aria-label="Keep changes for"
        options={KEPT}
        disabled={!days || keep.isPending}
        value={String(keep.isPending ? keep.variables : (days ?? 365))}
        onChange={(event) => keep.mutate(Number(event.currentTarget.value) as 30 | 90 | 365)}
      />
    </span>
  )
}

function NoChanges({ filtered, onShow }: { filtered: boolean; onShow: (view: AuditView) => void }) {
  return filtered ? (
    <EmptyState
      icon={<SearchX size={22} strokeWidth={1.75} aria-hidden />}
      title="No changes found"
      text="No change matches this search and these filters."
      actions={<Button onClick={() => onShow(ALL_CHANGES)}>Show all changes</Button>}
    />
  ) : (
    <EmptyState
      icon={<History size={22} strokeWidth={1.75} aria-hidden />}
      title="No changes yet"
      text="Changes to settings, products, roles and customers appear here as they are made."
    />
  )
}
