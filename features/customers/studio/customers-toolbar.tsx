import { useCallback } from 'react'
import { SEARCH_MAX } from '#kernel/browser/list-view.ts'
import { Select } from '#ui/forms/select.tsx'
import { ListToolbar } from '#ui/lists/list-toolbar.tsx'
import { CUSTOMERS_PAGE, type CustomersView, FILTERS } from './customers-view.ts'
import { type OfTenant, useExportCustomers } from './use-customers.ts'

export interface CustomersToolbarProps {
  tenant: OfTenant
  /** The tenant's roles by name; without any, the list has no choice of them. */
  roles: readonly string[]
  view: CustomersView
  onShow: (view: CustomersView) => void
}

/** Search, filter and export of the customers. */
export function CustomersToolbar({ tenant, roles, view, onShow }: CustomersToolbarProps) {
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
    >
      {roles.length > 0 || view.role ? (
        <Select
          aria-label="Filter customers by role"
          options={[
            { value: '', label: 'Any role' },
            // Also one that was deleted or is still loading, so that the list never shows less than it says.
            ...[...new Set([...roles, ...(view.role ? [view.role] : [])])].map((role) => ({
              value: role,
              label: role,
            })),
          ]}
          value={view.role ?? ''}
          onChange={({ currentTarget }) =>
            onShow({ ...view, role: currentTarget.value || undefined, limit: CUSTOMERS_PAGE })
          }
        />
      ) : null}
    </ListToolbar>
  )
}
