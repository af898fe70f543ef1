import { useMutation, useQuery } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { saveCsv } from '#kernel/browser/save-file.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import { type Customer, type CustomerSort, exportCustomers, listCustomers } from '../endpoints.ts'
import type { CustomersView } from './customers-view.ts'

/** The tenant whose customers are shown. */
export interface OfTenant {
  id: string
  stripe_mode: 'test' | 'live'
}

export interface ShownCustomers {
  customers: Customer[]
  total: number
  /** There are more customers beyond the limit. */
  more: boolean
}

/** Users sign up elsewhere, so the list polls while it is visible. */
const POLL_MS = 15_000
/** Maximum rows per call. */
const MAX_ROWS = 100

/** The prefix of all query keys of a tenant's customers. */
export const customersKey = ({ id, stripe_mode }: OfTenant) => ['customers', id, stripe_mode]

async function read(
  { id, stripe_mode: mode }: OfTenant,
  { filter, role, q, limit, sort }: CustomersView,
): Promise<ShownCustomers> {
  const customers: Customer[] = []
  let total = 0
  let cursor: string | undefined
  do {
    const page = await call(listCustomers, {
      tenantId: id,
      mode,
      filter,
      role,
      q: q || undefined,
      sort: sort as CustomerSort | undefined,
      limit: Math.min(limit - customers.length, MAX_ROWS),
      cursor,
    })
    customers.push(...page.customers)
    total = page.total ?? total
    cursor = page.next ?? undefined
  } while (cursor && customers.length < limit)
  return { customers, total, more: cursor !== undefined }
}

/** Customers of the tenant, newest first unless the view has another sort. */
export function useCustomers(tenant: OfTenant, view: CustomersView) {
  return useQuery({
    queryKey: [...customersKey(tenant), 'list', view.filter, view.role, view.q, view.sort, view.limit],
    queryFn: () => read(tenant, view),
    refetchInterval: POLL_MS,
    // Keep the rows while more of them load, but never those of another tenant, filter or search.
    placeholderData: (rows, before) =>
      before?.queryKey[1] === tenant.id &&
      [view.filter, view.role, view.q].every((part, at) => before.queryKey[4 + at] === part)
        ? rows
        : undefined,
  })
}

/** Saves the customers of the current view as a CSV file. */
export function useExportCustomers({ id, stripe_mode: mode }: OfTenant, { filter, role, q }: CustomersView) {
  return useMutation({
    async mutationFn() {
      const text = await call(exportCustomers, { tenantId: id, mode, filter, role, q: q || undefined })
      saveCsv(`customers-${new Date().toISOString().slice(0, 10)}.csv`, text)
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to export the customers')),
  })
}
