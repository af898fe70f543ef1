import { Download } from 'lucide-react'
import { useCallback } from 'react'
import { SEARCH_MAX } from '#kernel/browser/list-view.ts'
import { Button } from '#ui/button.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Select } from '#ui/select.tsx'
import { useTypedSearch } from '#ui/use-typed-search.ts'
import type { OrderFilter } from '../endpoints.ts'
import { FILTERS, ORDERS_PAGE, type OrdersView } from './orders-view.ts'
import { useExport } from './use-export.ts'
import type { Seller } from './use-orders.ts'

export interface OrdersToolbarProps {
  seller: Seller
  view: OrdersView
  onShow: (view: OrdersView) => void
}

/** Which orders show: a search, a state; and the same orders as a file. */
export function OrdersToolbar({ seller, view, onShow }: OrdersToolbarProps) {
  const search = useCallback((q: string) => onShow({ ...view, q, limit: ORDERS_PAGE }), [view, onShow])
  const [typed, setTyped] = useTypedSearch(view.q, search)
  const csv = useExport(seller, view)

  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <div className="min-w-48 flex-1 md:max-w-80">
        <SearchInput
          label="Search orders"
          placeholder="Product, address or id"
          maxLength={SEARCH_MAX}
          value={typed}
          onValueChange={setTyped}
        />
      </div>
      <Select
        aria-label="Which orders"
        options={FILTERS}
        value={view.filter}
        onChange={(event) =>
          onShow({ ...view, filter: event.currentTarget.value as OrderFilter, limit: ORDERS_PAGE })
        }
      />
      <Button
        icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
        busy={csv.isPending}
        busyWords="Exporting..."
        onClick={() => csv.mutate()}
      >
        Export CSV
      </Button>
    </div>
  )
}
