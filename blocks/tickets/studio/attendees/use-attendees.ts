import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { db, rowsOf } from '#studio/data/data.ts'
import { toast } from '#ui/toasts/toast.ts'
import { searchFilter } from './search-filter.ts'
import { endTicket, giveTickets } from '#blocks/tickets/endpoints-studio.ts'

export interface AttendeeRow {
  id: string
  event_id: string
  type_id: string
  state: 'valid' | 'canceled' | 'refunded'
  mode: 'test' | 'live'
  source: 'order' | 'free' | 'manual'
  order_id: string | null
  price_cents: number
  owner_email: string | null
  holder_name: string | null
  holder_email: string | null
  issued_at: string | null
}

const COLUMNS =
  'id, event_id, type_id, state, mode, source, order_id, price_cents, owner_email, holder_name, holder_email, issued_at'
const PAGE = 50

export const attendeesKey = (tenantId: string) => ['tickets', tenantId]

/** Tickets, newest first. */
export function useAttendees(tenantId: string, { eventId, q }: { eventId: string | null; q: string }) {
  return useInfiniteQuery({
    queryKey: [...attendeesKey(tenantId), eventId, q],
    initialPageParam: 0,
    async queryFn({ pageParam }) {
      let query = db
        .from('tickets')
        .select(COLUMNS)
        .eq('tenant_id', tenantId)
        .in('state', ['valid', 'canceled', 'refunded'])
      if (eventId) query = query.eq('event_id', eventId)
      if (q) query = query.or(searchFilter(q))
      return rowsOf(
        await query
          .order('issued_at', { ascending: false })
          .order('id')
          .range(pageParam, pageParam + PAGE),
      ) as AttendeeRow[]
    },
    // One more than shown says whether there are more.
    getNextPageParam: (last, pages) => (last.length > PAGE ? pages.length * PAGE : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.slice(0, PAGE)),
  })
}

export function useEndTicket(tenantId: string, onEnded: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ticketId: string) => call(endTicket, { tenantId, ticketId }),
    onSuccess() {
      toast.success('Ticket canceled')
      onEnded()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The ticket could not be canceled')),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: attendeesKey(tenantId) }),
        queries.invalidateQueries({ queryKey: ['ticket-events', tenantId] }),
      ]),
  })
}

export interface Given {
  typeId: string
  holders: { name?: string; email: string }[]
}

export function useGiveTickets(tenantId: string, onGiven: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (given: Given) => call(giveTickets, { tenantId, ...given }),
    onSuccess({ tickets }) {
      toast.success(tickets.length === 1 ? 'Ticket given' : `${tickets.length} tickets given`)
      onGiven()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The tickets could not be given')),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: attendeesKey(tenantId) }),
        queries.invalidateQueries({ queryKey: ['ticket-events', tenantId] }),
      ]),
  })
}
