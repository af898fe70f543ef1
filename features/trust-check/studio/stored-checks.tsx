import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { formatAgo } from '#kernel/browser/relative-time.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import type { StoredCheck } from '../endpoints.ts'
import { useForgetChecks, useStoredChecks } from './use-trust-check.ts'

/** Earlier checks, newest first; each opens with its stored result. */
export function StoredChecks() {
  const { data, isError, isFetching, refetch } = useStoredChecks()
  const [, setSearch] = useSearchParams()
  const [asking, setAsking] = useState(false)
  const forget = useForgetChecks(() => {
    setAsking(false)
    setSearch({})
  })
  if (data?.length === 0) return null
  return (
    <section aria-labelledby="kept-title" className="mt-10">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="kept-title" className="text-subheading">
          Your checks
        </h2>
        {data ? (
          <Button size="small" onClick={() => setAsking(true)}>
            Clear all
          </Button>
        ) : null}
      </div>
      {data ? (
        <Table label="Your checks" columns={COLUMNS} rows={data} rowKey={({ id }) => id} readOnly />
      ) : null}
      {!data && isError ? (
        <FailedRow
          message="Your checks could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !isError ? <RowsSkeleton rows={3} /> : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Clear all checks?"
        confirmLabel="Clear all"
        busy={forget.isPending}
        onConfirm={() => forget.mutate(undefined)}
      >
        This deletes all your checks. It does not change the sites.
      </ConfirmDialog>
    </section>
  )
}

const COLUMNS = [
  {
    title: 'Site',
    phone: 'title',
    render: ({ id, url }: StoredCheck) => (
      <Link className="bb-row-open" to={`/trust-check?check=${id}`}>
        {url}
      </Link>
    ),
  },
  {
    title: 'Result',
    phone: 'detail',
    render: ({ passed, total }: StoredCheck) => `${passed} of ${total} passed`,
  },
  {
    title: 'Checked',
    quiet: true,
    phone: 'aside',
    render: ({ checked_at }: StoredCheck) => (
      <time dateTime={checked_at} title={formatDateTime(checked_at)}>
        {formatAgo(checked_at)}
      </time>
    ),
  },
] as const
