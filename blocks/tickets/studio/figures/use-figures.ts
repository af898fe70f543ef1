import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Order } from '#features/orders/endpoints.ts'
import { ordersKey } from '#features/orders/studio/use-orders.ts'
import { call } from '#studio/data/api.ts'
import { db, rowsOf } from '#studio/data/data.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { readFigures } from '#blocks/tickets/endpoints-studio.ts'

export type FiguresDays = 7 | 30 | 90

export const useFigures = (tenant: TenantRow, eventId: string, days: FiguresDays) =>
  useQuery({
    queryKey: ['ticket-figures', tenant.id, tenant.stripe_mode, eventId, days],
    queryFn: () => call(readFigures, { tenantId: tenant.id, eventId, days }),
    refetchInterval: 30_000,
    placeholderData: (before) => before,
  })

/** An order of an event, with its tickets. */
export type EventOrder = Order & { tickets: { id: string; type_id: string; state: string }[] }

const COLUMNS =
  'id, tenant_id, mode, status, problem, seller, source_id, name, quantity, amount_total, amount_refunded, currency, interval, renewal_of, subscription_status, current_period_end, cancel_at_period_end, dispute_status, refund_failed, auth_user_id, email, stripe_payment_intent_id, created_at, paid_at, refunded_at'
const PAGE = 25

/** Orders of an event that have tickets, newest first; `q` is a part of an address. */
export function useEventOrders(tenant: TenantRow, eventId: string, q: string) {
  return useInfiniteQuery({
    queryKey: [...ordersKey(tenant), 'of-event', eventId, q],
    initialPageParam: 0,
    async queryFn({ pageParam }) {
      let query = db
        .from('orders')
        .select(`${COLUMNS}, tickets!inner(id, type_id, state)`)
        .eq('tenant_id', tenant.id)
        .eq('mode', tenant.stripe_mode)
        .eq('tickets.event_id', eventId)
      if (q) query = query.ilike('email', `%${q.replace(/[\\%_*]/g, '\\$&')}%`)
      return rowsOf(
        await query
          .order('created_at', { ascending: false })
          .order('id')
          .range(pageParam, pageParam + PAGE),
      ) as unknown as EventOrder[]
    },
    // One more than shown says whether there are more.
    getNextPageParam: (last, pages) => (last.length > PAGE ? pages.length * PAGE : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.slice(0, PAGE)),
    refetchInterval: 30_000,
  })
}
