import { useQuery } from '@tanstack/react-query'
import { Blocks, Tag, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { listCustomers } from '#features/customers/endpoints.ts'
import type { Command, CommandGroup } from '#ui/command-menu.tsx'
import { call } from '../api.ts'
import { db, rowsOf } from '../data.ts'
import { useAuth } from '../session.tsx'
import { useCurrentTenant, useTenants } from '../tenants.ts'

const SHORTEST = 2
const PAUSE_MS = 200
const EACH = 6

/** What somebody stopped at for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setPaused, PAUSE_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** For `ilike`: its own signs mean nothing here. */
const contains = (text: string) => `%${text.replace(/[\\%_*]/g, ' ')}%`

/** Products, blocks and customers of the person that fit what is typed, once it is two letters long. */
export function useFound(
  search: string,
  go: (path: string) => void,
): { groups: CommandGroup[]; busy: boolean } {
  const { user } = useAuth()
  const { data: tenants = [] } = useTenants()
  const current = useCurrentTenant()
  const typed = search.trim()
  const wanted = usePaused(typed)
  const asked = user !== null && wanted.length >= SHORTEST
  const common = { enabled: asked, staleTime: 30_000, retry: false }
  const names = new Map(tenants.map(({ id, name }) => [id, name]))

  const products = useQuery({
    ...common,
    queryKey: ['palette', 'products', user?.id, wanted, tenants.length],
    enabled: asked && tenants.length > 0,
    queryFn: async () =>
      rowsOf<{ id: string; name: string; tenant_id: string }[]>(
        await db
          .from('items')
          .select('id, name, tenant_id')
          .in('tenant_id', [...names.keys()])
          .ilike('name', contains(wanted))
          .limit(EACH),
      ),
  })
  const blocks = useQuery({
    ...common,
    queryKey: ['palette', 'blocks', user?.id, wanted],
    queryFn: async () =>
      rowsOf<{ id: string; title: string }[]>(
        await db
          .from('bolt_blocks')
          .select('id, title')
          .eq('user_id', user!.id)
          .ilike('title', contains(wanted))
          .limit(EACH),
      ),
  })
  const customers = useQuery({
    ...common,
    queryKey: ['palette', 'customers', current?.id, wanted],
    enabled: asked && current !== undefined,
    queryFn: async () =>
      (await call(listCustomers, { tenantId: current!.id, q: wanted, limit: EACH })).customers,
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
        words: wanted,
        icon: <UserRound size={16} strokeWidth={1.75} aria-hidden />,
        run: () => go(`/studio/customers?tenant=${current!.id}&customer=${customer.id}`),
      })),
    },
  ] satisfies { title: string; commands: Command[] }[]
  const busy =
    user !== null &&
    typed.length >= SHORTEST &&
    (wanted !== typed || products.isFetching || blocks.isFetching || customers.isFetching)
  return { groups: asked ? groups : [], busy }
}
