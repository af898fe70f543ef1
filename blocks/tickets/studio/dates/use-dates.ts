import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { db, rowsOf } from '#studio/data/data.ts'
import { toast } from '#ui/toasts/toast.ts'
import { repeatEvent } from '#blocks/tickets/endpoints-studio.ts'
import { eventsKey, reportFailure } from '../events/use-events.ts'

/** Repeats an event as drafts; the first time it makes the series. */
export function useRepeat(tenantId: string, eventId: string, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (days: number[]) => call(repeatEvent, { tenantId, eventId, days }),
    onSuccess({ events }) {
      toast.success(events.length === 1 ? '1 draft created' : `${events.length} drafts created`)
      onDone()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The event could not be repeated')),
    onSettled: () => queries.invalidateQueries({ queryKey: eventsKey(tenantId) }),
  })
}

/** Publishes drafts: all or none. */
export function usePublishDates(tenantId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (ids: string[]) =>
      rowsOf(
        await db
          .from('ticket_events')
          .update({ state: 'published' })
          .eq('tenant_id', tenantId)
          .eq('state', 'draft')
          .in('id', ids)
          .select('id'),
      ),
    onSuccess: (rows) => toast.success(rows.length === 1 ? 'Published' : `${rows.length} dates published`),
    onError: (error) => reportFailure(error, 'The dates could not be published'),
    onSettled: () => queries.invalidateQueries({ queryKey: eventsKey(tenantId) }),
  })
}
