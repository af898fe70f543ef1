import { useQuery } from '@tanstack/react-query'
import { listPayments } from '#blocks/database/endpoints-studio.ts'
import type { DataTable } from '#features/tables/endpoints.ts'
import { call } from '#studio/data/api.ts'
import { Facts } from '#ui/lists/facts.tsx'
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
    <div className="mt-2">
      <Facts rows={[['Payment', <PaymentState key="payment" entry={entry} />]]} />
    </div>
  )
}
