import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  type EntryPayment,
  discardPayment,
  listPayments,
  retryPayment,
} from '#blocks/database/endpoints-studio.ts'
import type { DataTable } from '#features/tables/endpoints.ts'
import { callErrorText } from '#kernel/browser/call.ts'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { call } from '#studio/data/api.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { valueInWords } from './cell-value.tsx'
import { PaymentState } from './payment-state.tsx'
import { namingField } from './references.ts'

export interface PaymentsPanelProps {
  tenantId: string
  table: DataTable
  /** Rows were added. */
  onAdded: () => void
  onClose: () => void
  opener: () => HTMLElement | null
}

/** What was sent with forms that are paid for: what waits for its payment, what is paid, and what the table refused. */
export default function PaymentsPanel({ tenantId, table, onAdded, onClose, opener }: PaymentsPanelProps) {
  const queries = useQueryClient()
  /** The entry whose answers are about to be deleted. */
  const [discarded, setDiscarded] = useState<EntryPayment>()
  const queryKey = ['form-payments', tenantId, table.id]
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: () => call(listPayments, { tenantId, table_id: table.id }),
    staleTime: 0,
  })
  const settled = () => queries.invalidateQueries({ queryKey })
  const failed = (error: unknown) => toast.error('Not done', callErrorText(error, 'Try again.'))
  const retry = useMutation({
    mutationFn: (entryId: string) => call(retryPayment, { tenantId, entryId }),
    onSuccess({ state, problem }) {
      if (state === 'sent') toast.success('Row added')
      else toast.error('Not added', problem ?? 'Try again.')
      onAdded()
    },
    onError: failed,
    onSettled: settled,
  })
  const discard = useMutation({
    mutationFn: (entryId: string) => call(discardPayment, { tenantId, entryId }),
    onError: failed,
    onSettled() {
      setDiscarded(undefined)
      return settled()
    },
  })
  const payments = data?.payments
  return (
    <SidePanel
      title="Payments"
      description={`What visitors sent with a form of ${table.title} whose last step is a payment. It becomes a row when it is paid. What is not paid within two days is deleted.`}
      onClose={onClose}
      onNext={undefined}
      onPrevious={undefined}
      opener={opener}
    >
      {!payments && isError ? (
        <FailedRow
          message="The payments could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!payments && !isError ? <RowsSkeleton rows={4} /> : null}
      {payments?.length === 0 ? (
        <EmptyState
          icon={<CreditCard size={22} strokeWidth={1.75} aria-hidden />}
          title="No payments"
          text="Choose a product as the last step of a form, under Form. What visitors send with it appears here."
        />
      ) : null}
      {payments && payments.length > 0 ? (
        <ul aria-label="Payments" className="-mt-5 divide-y divide-line border-b border-line max-sm:-mt-4">
          {payments.map((entry) => (
            <li key={entry.id} className="flex flex-col gap-2 py-3">
              <span className="flex items-start gap-3">
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{titleOf(table, entry)}</span>
                  <span className="block text-caption text-text-3">
                    {entry.form} · {formatDateTime(entry.created_at)}
                  </span>
                </span>
                <PaymentState entry={entry} />
              </span>
              {entry.state === 'awaiting' ? (
                <span className="text-caption text-text-3">
                  {`Deleted if it is not paid by ${formatDateTime(entry.until)}.`}
                </span>
              ) : null}
              {entry.problem ? <span className="text-small text-danger-text">{entry.problem}</span> : null}
              {entry.state === 'refused' ? (
                <span className="flex flex-wrap gap-2">
                  <Button
                    size="small"
                    busy={retry.isPending}
                    busyLabel="Adding..."
                    onClick={() => retry.mutate(entry.id)}
                  >
                    Try again
                  </Button>
                  <Button size="small" variant="ghost" tone="danger" onClick={() => setDiscarded(entry)}>
                    Delete the answers
                  </Button>
                  {entry.order ? (
                    <Link
                      className="self-center text-small underline"
                      to={{
                        pathname: '/bolt/payments/orders',
                        search: `?${new URLSearchParams({ tenant: tenantId, q: entry.order.id })}`,
                      }}
                    >
                      Order
                    </Link>
                  ) : null}
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      <ConfirmDialog
        open={discarded !== undefined}
        onOpenChange={(isOpen) => (isOpen ? undefined : setDiscarded(undefined))}
        title="Delete the answers?"
        confirmLabel="Delete"
        busy={discard.isPending}
        busyLabel="Deleting..."
        onConfirm={() => discarded && discard.mutate(discarded.id)}
      >
        {discarded
          ? `What was sent as "${titleOf(table, discarded)}" is paid and in no table. Deleting it does not refund the order. This action cannot be undone.`
          : null}
      </ConfirmDialog>
    </SidePanel>
  )
}

/** What the first field with a value says. */
function titleOf({ fields }: DataTable, { answers, row, record_id }: EntryPayment): string {
  const naming = namingField(fields)
  for (const field of naming ? [naming, ...fields] : fields) {
    const text = valueInWords(field, answers?.[field.id] ?? row?.[field.name] ?? null)
    if (text) return text
  }
  return `Row ${record_id.slice(-8)}`
}
