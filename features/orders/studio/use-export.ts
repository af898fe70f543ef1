import { useMutation } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { saveCsv } from '#kernel/browser/save-file.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import { exportOrders } from '../endpoints.ts'
import type { OrdersView } from './orders-view.ts'
import { toFilterParam, type Seller } from './use-orders.ts'

/** Saves the orders of the current view as a CSV file. */
export function useExport({ id, stripe_mode: mode }: Seller, { filter, q }: OrdersView) {
  return useMutation({
    async mutationFn() {
      const text = await call(exportOrders, {
        tenantId: id,
        mode,
        filter: toFilterParam(filter),
        q: q || undefined,
      })
      saveCsv(`orders-${mode}-${new Date().toISOString().slice(0, 10)}.csv`, text)
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to export the orders')),
  })
}
