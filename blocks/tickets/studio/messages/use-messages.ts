import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { db, rowsOf } from '#studio/data/data.ts'
import { toast } from '#ui/toasts/toast.ts'
import { previewMessage, sendMessage, type TypedMessage } from '#blocks/tickets/endpoints-messages.ts'

/** A message that was sent. */
export interface MessageRow {
  id: string
  event_id: string
  type_ids: string[]
  mode: 'test' | 'live'
  subject: string
  body: string
  recipients: number
  /** Emails that were handed over so far. */
  queued: number
  created_at: string
}

const messagesKey = (tenantId: string) => ['ticket-messages', tenantId]
const PAGE = 25

/** Newest first; read again until all emails were handed over. */
export function useMessages(tenantId: string, eventId: string | null) {
  return useInfiniteQuery({
    queryKey: [...messagesKey(tenantId), eventId],
    initialPageParam: 0,
    async queryFn({ pageParam }) {
      let query = db
        .from('ticket_messages')
        .select('id, event_id, type_ids, mode, subject, body, recipients, queued, created_at')
        .eq('tenant_id', tenantId)
      if (eventId) query = query.eq('event_id', eventId)
      return rowsOf(
        await query
          .order('created_at', { ascending: false })
          .order('id')
          .range(pageParam, pageParam + PAGE),
      ) as MessageRow[]
    },
    // One more than shown says whether there are more.
    getNextPageParam: (last, pages) => (last.length > PAGE ? pages.length * PAGE : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.slice(0, PAGE)),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.flat().some(({ recipients, queued }) => queued < recipients) ? 5000 : 60_000,
  })
}

/** The email as holders get it, and how many. @param message undefined until there is something to show */
export const useMessagePreview = (tenantId: string, eventId: string, message: TypedMessage | undefined) =>
  useQuery({
    queryKey: ['ticket-message-preview', tenantId, eventId, message],
    queryFn: () => call(previewMessage, { tenantId, eventId, ...message! }),
    enabled: message !== undefined && eventId !== '',
    // The number changes with every ticket.
    staleTime: 0,
    placeholderData: (before, query) => (query?.queryKey[2] === eventId ? before : undefined),
  })

export interface MessageToSend extends TypedMessage {
  /** The same for every try. */
  id: string
  eventId: string
  recipients: number
}

export function useSendMessage(tenantId: string, onSent: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (message: MessageToSend) => call(sendMessage, { tenantId, ...message }),
    async onSuccess({ recipients }) {
      await queries.invalidateQueries({ queryKey: messagesKey(tenantId) })
      toast.success(
        'Message sent',
        `${recipients === 1 ? 'One email goes' : `${recipients.toLocaleString('en-US')} emails go`} out within a minute.`,
      )
      onSent()
    },
    onError(error) {
      if (error instanceof CallError && ['holders_changed', 'no_holders'].includes(error.code))
        void queries.invalidateQueries({ queryKey: ['ticket-message-preview', tenantId] })
      toast.error('Error', callErrorText(error, 'The message was not sent. Please try again.'))
    },
  })
}
