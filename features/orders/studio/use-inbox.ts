import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import { listInbox, replayInbox } from '../endpoints-inbox.ts'

const EVERY_MS = 10_000

export interface InboxQuestion {
  tenant_id: string
  mode: 'test' | 'live'
  state?: 'failed'
  before?: string
  /** An event that stays in the list although it no longer matches. */
  include?: string
}

export function useInbox(question: InboxQuestion) {
  return useQuery({
    queryKey: ['payment-events', question],
    queryFn: () => call(listInbox, question),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
}

/** Queues an event again in whatever state it is. Processing it twice changes nothing. */
export function useReplayEvent(tenantId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(replayInbox, { tenant_id: tenantId, id }),
    onSuccess() {
      toast.info('Retrying the event', 'We read its latest state from Stripe.')
      return queries.invalidateQueries({ queryKey: ['payment-events'] })
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to retry the event')),
  })
}
