import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { DataError, db, rowsOf } from '#studio/data/data.ts'
import { showPaywall } from '#studio/plan/paywall.ts'
import { toast } from '#ui/toasts/toast.ts'
import { cancelEvent, readEventRefunds } from '#blocks/tickets/endpoints-studio.ts'
import { assemble, type EventRow, type StoredRows } from './event-rows.ts'

const COLUMNS =
  'id, series_id, title, summary, place, zone, starts_at, ends_at, state, currency, audience_id, cancel_until, refund_percent, updated_at'
const TYPE_COLUMNS =
  'id, event_id, name, description, position, price_cents, is_donation, sale_from, sale_until, min_per_order, max_per_order, most_per_buyer, group_size, is_hidden, addon_of, audience_id, has_waiting_list, is_transferable, is_open, questions, taken'

/** At most as many events as a list shows. */
const MOST = 500

export const eventsKey = (tenantId: string) => ['ticket-events', tenantId]

/** A tenant's events with types and seats, the next ones first, then those that are over. */
export async function readEvents(tenantId: string): Promise<EventRow[]> {
  const of = (table: string, columns: string) => db.from(table).select(columns).eq('tenant_id', tenantId)
  const [events, types, quotas, links, phases, secrets] = await Promise.all([
    of('ticket_events', COLUMNS).order('starts_at', { ascending: false }).limit(MOST).then(rowsOf),
    of('ticket_types', TYPE_COLUMNS).order('position').order('id').then(rowsOf),
    of('ticket_quotas', 'id, event_id, name, capacity, held, sold').order('id').then(rowsOf),
    of('ticket_type_quotas', 'type_id, quota_id').then(rowsOf),
    of('ticket_phases', 'id, type_id, name, price_cents, until_at, until_sold')
      .order('position')
      .then(rowsOf),
    of('ticket_event_secrets', 'event_id, online_url, recording_url').then(rowsOf),
  ])
  return assemble({ events, types, quotas, links, phases, secrets } as unknown as StoredRows)
}

export const useEvents = (tenantId: string) =>
  useQuery({ queryKey: eventsKey(tenantId), queryFn: () => readEvents(tenantId), refetchInterval: 30_000 })

/** A message for a refusal of the database; those about plans open the paywall. */
export function reportFailure(error: unknown, fallback: string): void {
  if (error instanceof DataError && /needs the plan/.test(error.message))
    return showPaywall(
      'In live mode, events need Pro. Price phases, waiting lists and shared seats need Business.',
    )
  toast.error('Error', error instanceof DataError ? fallback : callErrorText(error, fallback))
  return undefined
}

export function usePublish(tenantId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, state }: Pick<EventRow, 'id' | 'state'>) =>
      rowsOf(
        await db.from('ticket_events').update({ state }).eq('tenant_id', tenantId).eq('id', id).select('id'),
      ),
    onSuccess: (_, { state }) =>
      toast.success(state === 'published' ? 'Published' : 'Back to draft', undefined),
    onError: (error) => reportFailure(error, 'The event could not be changed'),
    onSettled: () => queries.invalidateQueries({ queryKey: eventsKey(tenantId) }),
  })
}

export function useDeleteEvent(tenantId: string, onDeleted: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) =>
      rowsOf(await db.from('ticket_events').delete().eq('tenant_id', tenantId).eq('id', id).select('id')),
    onSuccess: onDeleted,
    onError: (error) => reportFailure(error, 'An event with tickets cannot be deleted. Cancel it instead.'),
    onSettled: () => queries.invalidateQueries({ queryKey: eventsKey(tenantId) }),
  })
}

const refundsKey = (tenantId: string, eventId: string) => ['ticket-refunds', tenantId, eventId]

export function useCancelEvent(tenantId: string, onCanceled: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (eventId: string) => call(cancelEvent, { tenantId, eventId }),
    onSuccess(refunds, eventId) {
      queries.setQueryData(refundsKey(tenantId, eventId), refunds)
      onCanceled()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The event could not be canceled')),
    onSettled: () => queries.invalidateQueries({ queryKey: eventsKey(tenantId) }),
  })
}

/** How far the refunds of a canceled event are; read again until all are decided. */
export const useRefunds = (tenantId: string, { id, state }: Pick<EventRow, 'id' | 'state'>) =>
  useQuery({
    queryKey: refundsKey(tenantId, id),
    queryFn: () => call(readEventRefunds, { tenantId, eventId: id }),
    enabled: state === 'canceled',
    refetchInterval: ({ state: { data } }) =>
      data && data.refunded + data.failed + data.left < data.orders ? 2000 : false,
  })
