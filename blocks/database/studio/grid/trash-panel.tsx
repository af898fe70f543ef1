import { useInfiniteQuery } from '@tanstack/react-query'
import { ArchiveRestore, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { DataTable, RowChange } from '#features/tables/endpoints.ts'
import { listTrash } from '#features/tables/endpoints.ts'
import { callErrorText } from '#kernel/browser/call.ts'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { call } from '#studio/data/api.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { valueInWords } from './cell-value.tsx'
import { actorText } from './history-steps.ts'
import { usePersonName } from './reference-name.tsx'
import { namingField } from './references.ts'

export interface TrashPanelProps {
  tenantId: string
  table: DataTable
  onRestore: (ids: readonly string[]) => Promise<void>
  onClose: () => void
  opener: () => HTMLElement | null
}

/** Rows deleted within 30 days, newest first, each with a button that brings it back as it was. */
export default function TrashPanel({ tenantId, table, onRestore, onClose, opener }: TrashPanelProps) {
  const [restoring, setRestoring] = useState<string>()
  const trash = useInfiniteQuery({
    queryKey: ['table-rows', tenantId, table.id, 'trash'],
    queryFn: ({ pageParam }) =>
      call(listTrash, { tenantId, tableId: table.id, ...(pageParam && { before: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // A row may have been deleted a second ago.
    staleTime: 0,
    gcTime: 0,
  })
  const rows = trash.data?.pages.flatMap((page) => page.rows)

  async function restore(row: RowChange) {
    setRestoring(row.id)
    try {
      await onRestore([row.row_id])
      toast.success(`${titleOf(table, row)} restored`)
    } catch (error) {
      toast.error('Not restored', callErrorText(error, error instanceof Error ? error.message : 'Try again.'))
    }
    await trash.refetch()
    setRestoring(undefined)
  }

  return (
    <SidePanel
      title="Deleted rows"
      description="Rows stay here for 30 days. A restored row keeps its author and its approval."
      onClose={onClose}
      onNext={undefined}
      onPrevious={undefined}
      opener={opener}
    >
      {!rows && trash.isError ? (
        <FailedRow
          message="The deleted rows could not be loaded."
          busy={trash.isFetching}
          onRetry={() => void trash.refetch()}
        />
      ) : null}
      {!rows && !trash.isError ? <RowsSkeleton rows={4} /> : null}
      {rows?.length === 0 ? (
        <EmptyState
          icon={<Trash2 size={22} strokeWidth={1.75} aria-hidden />}
          title="No deleted rows"
          text="Rows that you, your members or your server delete appear here."
        />
      ) : null}
      {rows && rows.length > 0 ? (
        <ul aria-label="Deleted rows" className="divide-y divide-line border-y border-line">
          {rows.map((row) => (
            <li key={row.id} className="flex min-h-13 items-center gap-3 py-2">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{titleOf(table, row)}</span>
                <span className="block text-caption text-text-3">
                  <Who row={row} /> · {formatDateTime(row.at)}
                </span>
              </span>
              <Button
                size="small"
                icon={<ArchiveRestore size={16} strokeWidth={1.75} aria-hidden />}
                aria-label={`Restore ${titleOf(table, row)}`}
                busy={restoring === row.id}
                busyLabel="Restoring..."
                disabledReason={
                  table.read_only !== null && 'Your plan shows this table, and no longer changes it.'
                }
                onClick={() => void restore(row)}
              >
                Restore
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {trash.hasNextPage ? (
        <div className="mt-4">
          <Button
            busy={trash.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void trash.fetchNextPage()}
          >
            Show older ones
          </Button>
        </div>
      ) : null}
    </SidePanel>
  )
}

const Who = ({ row }: { row: RowChange }) => <>{actorText(row, usePersonName(row.actor_id))}</>

/** What the row's first field with a value says. */
function titleOf({ fields }: DataTable, { before, row_id }: RowChange): string {
  const naming = namingField(fields)
  for (const field of naming ? [naming, ...fields] : fields) {
    const text = valueInWords(field, before[field.name] ?? null)
    if (text) return text
  }
  return `Row ${row_id.slice(-8)}`
}
