import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listCustomers } from '#features/customers/endpoints.ts'
import { customerAddress, customerName } from '#features/customers/studio/customer-words.ts'
import { call } from '../data/api.ts'

/** Names beyond this many are not shown, so they are not loaded. */
const MOST_NAMES = 20
/** Matches that a search shows. */
const MOST_MATCHES = 6

/** A member of the tenant, as a choice. */
export interface Member {
  id: string
  name: string
  /** Email or phone number, unless it is the name. */
  address: string
}

async function readMembers(tenantId: string, q: string, limit: number): Promise<Member[]> {
  const { customers } = await call(listCustomers, { tenantId, q, limit })
  return customers.map((customer) => ({
    id: customer.id,
    name: customerName(customer),
    address: customerAddress(customer),
  }))
}

/** Members that match a search by name, email, phone or id. */
export const useMemberSearch = (tenantId: string, q: string) =>
  useQuery({
    queryKey: ['customers', tenantId, 'search', q],
    queryFn: () => readMembers(tenantId, q, MOST_MATCHES),
    enabled: q !== '',
  })

/** Names of members by id. Deleted ones are missing, and so are those beyond the first 20. */
export function useMemberNames(tenantId: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const found = useQueries({
    queries: ids.slice(0, MOST_NAMES).map((id) => ({
      queryKey: ['customers', tenantId, 'name', id],
      queryFn: async () => (await readMembers(tenantId, id, 1))[0] ?? null,
      staleTime: Infinity,
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  return useMemo(() => new Map(found.map(({ id, name }) => [id, name])), [found])
}
