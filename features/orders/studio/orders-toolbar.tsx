import { useCallback } from 'react'
import { SEARCH_MAX } from '#kernel/browser/list-view.ts'
import { ListToolbar } from '#ui/lists/list-toolbar.tsx'
import { FILTERS, ORDERS_PAGE, type OrdersView } from './orders-view.ts'
import { useExport } from './use-export.ts'
import type { Seller } from './use-orders.ts'

export interface OrdersToolbarProps {
  seller: Seller
  view: OrdersView
  onShow: (view: OrdersView) => void
  /** Whether the filter can be chosen. */
  filters: boolean
}

/** Search, filter and export of the orders. */
export function OrdersToolbar({ seller, view, onShow, filters }: OrdersToolbarProps) {
  const search = useCallback((q: string) => onShow({ ...view, q, limit: ORDERS_PAGE }), [view, onShow])
  const csv = useExport(seller, view)
  return (
    <ListToolbar
      of="orders"
      placeholder="Product, email or ID"
      maxLength={SEARCH_MAX}
      q={view.q}
      onSearch={search}
      filter={view.filter}
      filters={filters ? FILTERS : undefined}
      onFilter={(filter) => onShow({ ...view, filter, limit: ORDERS_PAGE })}
      exporting={csv.isPending}
      onExport={() => csv.mutate()}
    />
  )
}
