import { useQuery } from '@tanstack/react-query'
import { Blocks, Tag, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { listCustomers } from '#features/customers/endpoints.ts'
import type { Command, CommandGroup } from '#ui/overlays/command-menu.tsx'
import { call } from '../data/api.ts'
import { db, rowsOf } from '../data/data.ts'
import { useAuth } from '../session/session.tsx'
import { useCurrentTenant, useTenants } from '../tenant/tenants.ts'

const MIN_LENGTH = 2
const DEBOUNCE_MS = 200
const MAX_PER_GROUP = 6

/** Returns the text, debounced. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setDebounced, DEBOUNCE_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

/** Pattern for `ilike`. Its wildcards in user input are replaced by spaces. */
const contains = (text: string) => `%${text.replace(/[\\%_*]/g, ' ')}%`

/** Searches the user's products, blocks and customers for a text of at least two characters. */
export function useSearchResults(
  search: string,
  go: (path: string) => void,
): { groups: CommandGroup[]; busy: boolean } {
  const { user } = useAuth()
  const { data: tenants = [] } = useTenants()
  const current = useCurrentTenant()
  const typed = search.trim()
  const query = useDebounced(typed)
  const canSearch = user !== null && query.length >= MIN_LENGTH
  const common = { enabled: canSearch, staleTime: 30_000, retry: false }
  const names = new Map(tenants.map(({ id, name }) => [id, name]))

  const products = useQuery({
    ...common,
    queryKey: ['palette', 'products', user?.id, query, tenants.length],
    enabled: canSearch && tenants.length > 0,
    queryFn: async () =>
      rowsOf<{ id: string; name: string; tenant_id: string }[]>(
        await db
          .from('items')
          .select('id, name, tenant_id')
          .in('tenant_id', [...names.keys()])
          .ilike('name', contains(query))
          .limit(MAX_PER_GROUP),
      ),
  })
  const blocks = useQuery({
    ...common,
    queryKey: ['palette', 'blocks', user?.id, query],
    queryFn: async () =>
      rowsOf<{ id: string; title: string }[]>(
        await db
          .from('bolt_blocks')
          .select('id, title')
          .eq('user_id', user!.id)
          .ilike('title', contains(query))
          .limit(MAX_PER_GROUP),
      ),
  })
  const customers = useQuery({
    ...common,
    queryKey: ['palette', 'customers', current?.id, query],
    enabled: canSearch && current !== undefined,
    queryFn: async () =>
      (await call(listCustomers, { tenantId: current!.id, q: query, limit: MAX_PER_GROUP })).customers,
  })

  const groups = [
    {
      title: 'Products',
      commands: (products.data ?? []).map(({ id, name, tenant_id }) => ({
        id: `product ${id}`,
        label: name,
        note: names.get(tenant_id) ?? '',
        icon: <Tag size={16} strokeWidth={1.75} aria-hidden />,
        run: () => go(`/studio?dialog=settings&tab=products&product=${id}&tenant=${tenant_id}`),
      })),
    },
    {
      title: 'Blocks',
      commands: (blocks.data ?? []).map(({ id, title }) => ({
        id: `block ${id}`,
        label: title,
        note: 'Block',
        icon: <Blocks size={16} strokeWidth={1.75} aria-hidden />,
        run: () => go(`/bolt/blocks/${id}`),
      })),
    },
    {
      title: 'Customers',
      commands: (customers.data ?? []).map((customer) => ({
        id: `customer ${customer.id}`,
        label: customer.name || customer.email || customer.phone || customer.id,
        note: customer.name ? customer.email : (current?.name ?? ''),
        words: query,
        icon: <UserRound size={16} strokeWidth={1.75} aria-hidden />,
        run: () => go(`/studio/customers?tenant=${current!.id}&customer=${customer.id}`),
      })),
    },
  ] satisfies { title: string; commands: Command[] }[]
  const busy =
    user !== null &&
    typed.length >= MIN_LENGTH &&
    (query !== typed || products.isFetching || blocks.isFetching || customers.isFetching)
  return { groups: canSearch ? groups : [], busy }
}
