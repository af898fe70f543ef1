import { Download } from 'lucide-react'
import { useCallback } from 'react'
import { SEARCH_MAX } from '#kernel/browser/list-view.ts'
import { Button } from '#ui/button.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Select } from '#ui/select.tsx'
import { useTypedSearch } from '#ui/use-typed-search.ts'
import type { CustomerFilter } from '../endpoints.ts'
import { CUSTOMERS_PAGE, type CustomersView, FILTERS } from './customers-view.ts'
import { type OfTenant, useExportCustomers } from './use-customers.ts'

export interface CustomersToolbarProps {
  tenant: OfTenant
  view: CustomersView
  onShow: (view: CustomersView) => void
}

/** Whom the list shows: a search, a state; and the same people as a file. */
export function CustomersToolbar({ tenant, view, onShow }: CustomersToolbarProps) {
  const search = useCallback((q: string) => onShow({ ...view, q, limit: CUSTOMERS_PAGE }), [view, onShow])
  const [typed, type] = useTypedSearch(view.q, search)
  const csv = useExportCustomers(tenant, view)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <div className="min-w-48 flex-1 md:max-w-80">
        <SearchInput
          label="Search customers"
          placeholder="Name, address, number or id"
          maxLength={SEARCH_MAX}
          value={typed}
          onValueChange={type}
        />
      </div>
      <Select
        aria-label="Which customers"
        options={FILTERS}
        value={view.filter}
        onChange={(event) =>
          onShow({ ...view, filter: event.currentTarget.value as CustomerFilter, limit: CUSTOMERS_PAGE })
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
