import { ArrowRight } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import type { DataTable, RowChange } from '#features/tables/endpoints.ts'
import { readHistory } from '#features/tables/endpoints.ts'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { call } from '#studio/data/api.ts'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { CellValue } from './cell-value.tsx'
import { actorText, historySteps } from './history-steps.ts'
import type { FieldStep, HistoryStep } from './history-steps.ts'
import { usePersonName } from './reference-name.tsx'
import type { GridRow } from './row-source.ts'

/** A page of the history has as many changes. */
const MOST = 100

export interface RowHistoryProps {
  tenantId: string
  table: DataTable
  row: GridRow
}

/** What changed in a row within 30 days, when, and who changed it. */
export default function RowHistory({ tenantId, table, row }: RowHistoryProps) {
  const { data, isError, isFetching, refetch } = useQuery({
    // Each change of the row is one more step.
    queryKey: ['table-rows', tenantId, table.id, 'history', row.id, row.updated_at],
    queryFn: () => call(readHistory, { tenantId, tableId: table.id, rowId: row.id }),
  })
  if (!data && isError)
    return (
      <FailedRow
        message="The history could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <RowsSkeleton rows={2} />
  const steps = historySteps(table.fields, row, data.changes)
  if (steps.length === 0) return <p className="text-text-2">No change within the last 30 days.</p>
  return (
    <>
      <ol aria-label="History" className="flex flex-col divide-y divide-line">
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
      {steps.length === MOST ? (
        <p className="mt-2 text-caption text-text-3">Older changes are not shown.</p>
      ) : null}
    </>
  )
}

const ACTS: Record<RowChange['act'], string> = {
  changed: 'Changed',
  deleted: 'Deleted',
  restored: 'Deleted, and restored since',
}

function Step({ step }: { step: HistoryStep }) {
  const name = usePersonName(step.actor_id)
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <span>
        <span className="font-label">{actorText(step, name)}</span>
        <span className="text-text-3"> · {formatDateTime(step.at)}</span>
      </span>
      {step.fields.length === 0 ? (
        <span className="text-text-2">
          {step.act === 'changed' ? 'Changed the approval, or a field that was removed' : ACTS[step.act]}
        </span>
      ) : (
        <dl className="flex flex-col gap-1.5">
          {step.fields.map((each) => (
            <ChangedField key={each.field.id} step={each} />
          ))}
        </dl>
      )}
    </li>
  )
}

function ChangedField({ step: { field, before, after } }: { step: FieldStep }) {
  return (
    <div>
      <dt className="text-caption text-text-3">{field.title}</dt>
      <dd className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
        <span className="sr-only">before: </span>
        <del className="min-w-0 text-text-3 no-underline">
          <Shown field={field} value={before} />
        </del>
        <ArrowRight size={14} strokeWidth={1.75} className="flex-none text-text-3" aria-hidden />
        <span className="sr-only">after: </span>
        <ins className="min-w-0 no-underline">
          <Shown field={field} value={after} />
        </ins>
      </dd>
    </div>
  )
}

function Shown({ field, value }: { field: FieldStep['field']; value: unknown }) {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className="text-text-3">empty</span>
  return <CellValue field={field} value={value} />
}
