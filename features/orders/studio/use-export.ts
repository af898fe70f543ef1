import { useMutation } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/api.ts'
import { toast } from '#ui/toast.ts'
import { exportOrders } from '../endpoints.ts'
import type { OrdersView } from './order-words.ts'
import { asked, type Seller } from './use-orders.ts'

/** Without it spreadsheets take UTF-8 for something else; reading the answer as text has taken it off. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Saves the orders that are looked at as a CSV file. */
export function useExport({ id, stripe_mode: mode }: Seller, { filter, q }: OrdersView) {
  return useMutation({
    async mutationFn() {
      const text = await call(exportOrders, { tenantId: id, mode, filter: asked(filter), q: q || undefined })
      save(`orders-${mode}-${new Date().toISOString().slice(0, 10)}.csv`, BYTE_ORDER_MARK + text)
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to export the orders')),
  })
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
