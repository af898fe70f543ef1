import { useQuery } from '@tanstack/react-query'
import { call } from '#studio/data/api.ts'
import { type Order, type OrderSort, listOrders } from '../endpoints.ts'
import type { OrdersView } from './orders-view.ts'

/** Buyers pay elsewhere, so the list polls while it is visible. */
export const POLL_MS = 5000
/** Maximum rows per call. */
const MAX_ROWS = 100

export interface Seller {
  id: string
  stripe_mode: 'test' | 'live'
}

export interface ShownOrders {
  orders: Order[]
  /** There are more orders beyond the limit. */
  more: boolean
}

/** The filter to send. Without one the server lists paid orders, including refunded ones. */
export const toFilterParam = (filter: OrdersView['filter']) => (filter === 'paid' ? undefined : filter)

async function read(
  { id, stripe_mode: mode }: Seller,
  { filter, q, limit, sort }: OrdersView,
): Promise<ShownOrders> {
  const orders: Order[] = []
  let cursor: string | undefined
  do {
    const page = await call(listOrders, {
      tenantId: id,
      mode,
      filter: toFilterParam(filter),
      q: q || undefined,
      sort: sort as OrderSort | undefined,
      limit: Math.min(limit - orders.length, MAX_ROWS),
      cursor,
    })
    orders.push(...page.orders)
    cursor = page.next ?? undefined
  } while (cursor && orders.length < limit)
  return { orders, more: cursor !== undefined }
}

/** The prefix of all query keys of a tenant's orders. */
export const ordersKey = ({ id, stripe_mode }: Seller) => ['orders', id, stripe_mode]

/** Orders of the tenant's current mode, newest first unless the view has another sort. */
export function useOrders(seller: Seller, view: OrdersView) {
  return useQuery({
    queryKey: [...ordersKey(seller), 'list', view.filter, view.q, view.sort, view.limit],
    queryFn: () => read(seller, view),
    refetchInterval: POLL_MS,
    // Keep the rows while more of them load, but never those of another tenant, filter or search.
    placeholderData: (rows, before) =>
      before?.queryKey[1] === seller.id && before.queryKey[4] === view.filter && before.queryKey[5] === view.q
        ? rows
        : undefined,
  })
}

/** Orders that need the owner's attention. */
export function useProblems(seller: Seller) {
  return useQuery({
    queryKey: [...ordersKey(seller), 'problems'],
    queryFn: () => read(seller, { filter: 'problem', q: '', limit: MAX_ROWS }),
    refetchInterval: 12 * POLL_MS,
  })
}
