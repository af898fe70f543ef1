import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import {
  deleteStaffConversation,
  listConversations,
  readStaffConversation,
} from '#blocks/prompt/endpoints-studio.ts'
import { toast } from '#ui/toasts/toast.ts'

export type Shown = '' | 'good' | 'bad' | 'refused' | 'failed'
const conversationsKey = (tenantId: string) => ['conversations', tenantId]

/** What visitors asked, newest first. */
export const useConversations = (tenantId: string, { q, show }: { q: string; show: Shown }) =>
  useInfiniteQuery({
    queryKey: [...conversationsKey(tenantId), q, show],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call(listConversations, {
        tenantId,
        ...(q && { q }),
        ...((show === 'good' || show === 'bad') && { rated: show }),
        ...((show === 'refused' || show === 'failed') && { state: show }),
        ...(pageParam && { after: pageParam }),
      }),
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ conversations }) => conversations),
  })

export const useConversation = (tenantId: string, conversationId: string) =>
  useQuery({
    queryKey: ['conversation', tenantId, conversationId],
    queryFn: () => call(readStaffConversation, { tenantId, conversationId }),
  })

export function useDeleteConversation(tenantId: string, onDeleted: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (conversationId: string) => call(deleteStaffConversation, { tenantId, conversationId }),
    async onSuccess() {
      onDeleted()
      toast.success('Conversation deleted')
      await queries.invalidateQueries({ queryKey: conversationsKey(tenantId) })
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The conversation could not be deleted.')),
  })
}
