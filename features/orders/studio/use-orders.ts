import { useQuery } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data.ts'
import type { OrderRow, OrdersView } from './order-words.ts'

const COLUMNS =
  'id, name, email, status, problem, amount_total, amount_refunded, currency, created_at, paid_at'
const PAID = ['paid', 'refunded']
/** Buyers pay elsewhere: the list looks again by itself while somebody looks at it. */
const POLL_MS = 5000

interface Seller {
  id: string
  stripe_mode: 'test' | 'live'
}

function ordersOf({ id, stripe_mode }: Seller) {
  return db
    .from('orders')
    .select(COLUMNS)
    .eq('tenant_id', id)
    .eq('mode', stripe_mode)
    .order('created_at', { ascending: false })
}

/** Orders of the tenant's current mode, newest first; one row more than asked for says that there are others. */
export function useOrders(seller: Seller, { all, limit }: OrdersView) {
  return useQuery({
    queryKey: ['orders', seller.id, seller.stripe_mode, all, limit],
    async queryFn() {
      const orders = ordersOf(seller).limit(limit + 1)
      return rowsOf<OrderRow[]>(await (all ? orders : orders.in('status', PAID)))
    },
    refetchInterval: POLL_MS,
    // The rows stay while more of them come; another tenant's never stand in.
    placeholderData: (rows, before) => (before?.queryKey[1] === seller.id ? rows : undefined),
  })
}

/** Payments that came in and could not be taken for their order. */
export function useProblems(seller: Seller) {
  return useQuery({
    queryKey: ['order-problems', seller.id, seller.stripe_mode],
    queryFn: async () => rowsOf<OrderRow[]>(await ordersOf(seller).not('problem', 'is', null).limit(100)),
    refetchInterval: 12 * POLL_MS,
  })
}
