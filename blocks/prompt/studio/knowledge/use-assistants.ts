import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { createAssistant, deleteAssistant, listAssistants } from '#blocks/prompt/endpoints-studio.ts'
import { toast } from '#ui/toasts/toast.ts'
import { starterAssistant } from '../starter-assistant.ts'

export const assistantsKey = (tenantId: string) => ['assistants', tenantId]

/** The assistants of a tenant, the oldest first, and how many its plan has. Needs `content`. */
export const useAssistants = (tenantId: string) =>
  useQuery({ queryKey: assistantsKey(tenantId), queryFn: () => call(listAssistants, { tenantId }) })

/** Creates an assistant that everyone may ask, with limits that a small site does not reach. */
export function useCreateAssistant({ id: tenantId, name }: TenantRow, onCreated: (id: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(createAssistant, { tenantId, assistant: starterAssistant(name) }),
    async onSuccess({ id }) {
      await queries.invalidateQueries({ queryKey: assistantsKey(tenantId) })
      toast.success('Assistant created')
      onCreated(id)
    },
    onError(error) {
      // 402 opens the paywall.
      if (error instanceof CallError && error.status === 402) return
      toast.error('Error', callErrorText(error, 'The assistant could not be created.'))
    },
  })
}

export function useDeleteAssistant(tenantId: string, onDeleted: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (assistantId: string) => call(deleteAssistant, { tenantId, assistantId }),
    async onSuccess() {
      onDeleted()
      toast.success('Assistant deleted')
      await queries.invalidateQueries({ queryKey: assistantsKey(tenantId) })
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The assistant could not be deleted.')),
  })
}
