import { useCallback } from 'react'
import { SEARCH_MAX } from '#kernel/browser/list-view.ts'
import { ListToolbar } from '#ui/lists/list-toolbar.tsx'
import { CUSTOMERS_PAGE, type CustomersView, FILTERS } from './customers-view.ts'
import { type OfTenant, useExportCustomers } from './use-customers.ts'

export interface CustomersToolbarProps {
  tenant: OfTenant
  view: CustomersView
  onShow: (view: CustomersView) => void
}

/** Search, filter and export of the customers. */
export function CustomersToolbar({ tenant, view, onShow }: CustomersToolbarProps) {
  const search = useCallback((q: string) => onShow({ ...view, q, limit: CUSTOMERS_PAGE }), [view, onShow])
  const csv = useExportCustomers(tenant, view)
  return (
    <ListToolbar
      of="customers"
      placeholder="Name, email, phone or ID"
      maxLength={SEARCH_MAX}
      q={view.q}
      onSearch={search}
      filter={view.filter}
      filters={FILTERS}
      onFilter={(filter) => onShow({ ...view, filter, limit: CUSTOMERS_PAGE })}
      exporting={csv.isPending}
      onExport={() => csv.mutate()}
    />
  )
}
