import { useQuery } from '@tanstack/react-query'
import { listPayments } from '#blocks/database/endpoints-studio.ts'
import type { DataTable } from '#features/tables/endpoints.ts'
import { call } from '#studio/data/api.ts'
import { PaymentState } from './payment-state.tsx'

/** The payment of a row that a form added; nothing for other rows. */
export default function RowPayment({
  tenantId,
  table,
  rowId,
}: {
  tenantId: string
  table: DataTable
  rowId: string
}) {
  const { data } = useQuery({
    queryKey: ['form-payments', tenantId, table.id, rowId],
    queryFn: () => call(listPayments, { tenantId, table_id: table.id, record_id: rowId }),
  })
  const entry = data?.payments[0]
  if (!entry) return null
  return (
    <p className="mt-3 flex items-center justify-between gap-3">
      <span className="text-text-2">Payment</span>
      <PaymentState entry={entry} />
    </p>
  )
}
