import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { toast } from '#ui/toasts/toast.ts'
import type { EventDraft } from './event-draft.ts'
import { faultsOf, type Problems } from './event-problems.ts'
import type { EventRow } from './event-rows.ts'
import { saveEvent } from './save-event.ts'
import { eventsKey } from './use-events.ts'

export interface SaveEventOptions {
  /** Called with the event as it is stored now, if it could be read, and what was sent. */
  onSaved: (id: string, stored: EventRow | undefined, sent: EventDraft) => void
  /** What the server refused, by field of the form. */
  onFaults: (faults: Problems) => void
}

/** @param before the stored event that the form was filled from */
export function useSaveEvent(
  tenantId: string,
  before: EventRow | undefined,
  { onSaved, onFaults }: SaveEventOptions,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (draft: EventDraft) => saveEvent(tenantId, before, draft),
    async onSuccess(id, sent) {
      await queries.invalidateQueries({ queryKey: eventsKey(tenantId) })
      // After a failed read the list still has the event from before.
      const isRead = queries.getQueryState(eventsKey(tenantId))?.isInvalidated === false
      const stored = isRead ? queries.getQueryData<EventRow[]>(eventsKey(tenantId)) : undefined
      toast.success(before ? 'Event saved' : 'Event created')
      onSaved(
        id,
        stored?.find((event) => event.id === id),
        sent,
      )
    },
    onError(error, draft) {
      const faults = error instanceof CallError ? faultsOf(draft, error.more.details) : {}
      onFaults(faults)
      if (Object.keys(faults).length === 0)
        toast.error('Error', callErrorText(error, 'The event was not saved. Please try again.'))
    },
  })
}
