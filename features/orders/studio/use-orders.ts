import { useQuery } from '@tanstack/react-query'
import { call } from '#studio/api.ts'
import { listOrders, type Order } from '../endpoints.ts'
import type { OrdersView } from './orders-view.ts'

/** Buyers pay elsewhere: the list looks again by itself while somebody looks at it. */
export const POLL_MS = 5000
/** Of one call. */
const MOST_ROWS = 100

export interface Seller {
  id: string
  stripe_mode: 'test' | 'live'
}

export interface ShownOrders {
  orders: Order[]
  /** There are others beyond the limit. */
  more: boolean
}

/** What was paid, given back or not, is what the server lists unless it is asked for something else. */
export const asked = (filter: OrdersView['filter']) => (filter === 'paid' ? undefined : filter)

async function read(
  { id, stripe_mode: mode }: Seller,
  { filter, q, limit }: OrdersView,
): Promise<ShownOrders> {
  const orders: Order[] = []
  let cursor: string | undefined
  do {
    const page = await call(listOrders, {
      tenantId: id,
      mode,
      filter: asked(filter),
      q: q || undefined,
      limit: Math.min(limit - orders.length, MOST_ROWS),
      cursor,
    })
    orders.push(...page.orders)
    cursor = page.next ?? undefined
  } while (cursor && orders.length < limit)
  return { orders, more: cursor !== undefined }
}

/** Everything that is read of a tenant's orders begins with this key. */
export const ordersKey = ({ id, stripe_mode }: Seller) => ['orders', id, stripe_mode]

/** Orders of the tenant's current mode, newest first. */
export function useOrders(seller: Seller, view: OrdersView) {
  return useQuery({
    queryKey: [...ordersKey(seller), 'list', view.filter, view.q, view.limit],
    queryFn: () => read(seller, view),
    refetchInterval: POLL_MS,
    // The rows stay while more of them come; another tenant's, or another filter's, never stand in.
    placeholderData: (rows, before) =>
      before?.queryKey[1] === seller.id && before.queryKey[4] === view.filter && before.queryKey[5] === view.q
        ? rows
        : undefined,
  })
}

/** Orders that somebody must look at. */
export function useProblems(seller: Seller) {
  return useQuery({
    queryKey: [...ordersKey(seller), 'problems'],
    queryFn: () => read(seller, { filter: 'problem', q: '', limit: MOST_ROWS }),
    refetchInterval: 12 * POLL_MS,
  })
}
