import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import {
  deleteProvider,
  type GivenProvider,
  listCalls,
  listModels,
  type PromptProvider,
  readProvider,
  saveProvider,
  testProvider,
} from '#blocks/prompt/endpoints-studio.ts'
import { toast } from '#ui/toasts/toast.ts'

const providerKey = (tenantId: string) => ['prompt-provider', tenantId]

/** The model that answers for a tenant. Needs `settings`. */
export const useProvider = (tenantId: string) =>
  useQuery({ queryKey: providerKey(tenantId), queryFn: () => call(readProvider, { tenantId }) })

/** Names of the provider's models. A request goes to the provider. */
export const useModels = (tenantId: string, provider: PromptProvider) =>
  useQuery({
    queryKey: ['prompt-models', tenantId, provider.base_url],
    queryFn: () => call(listModels, { tenantId }),
    enabled: provider.from === 'tenant',
    staleTime: 300_000,
  })

export const useCalls = (tenantId: string) =>
  useQuery({ queryKey: ['prompt-calls', tenantId], queryFn: () => call(listCalls, { tenantId }) })

export function useSaveProvider(tenantId: string, onSaved: (saved: PromptProvider) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (provider: GivenProvider) => call(saveProvider, { tenantId, provider }),
    onSuccess(saved) {
      queries.setQueryData(providerKey(tenantId), saved)
      toast.success('Provider saved')
      onSaved(saved)
    },
    onError(error) {
      // 402 opens the paywall.
      if (error instanceof CallError && error.status === 402) return
      toast.error('Error', callErrorText(error, 'The provider was not saved. Please try again.'))
    },
  })
}

/** Asks the stored model for one word. The result stays on the screen. */
export function useTestProvider(tenantId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(testProvider, { tenantId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: providerKey(tenantId) }),
    onError: (error) => toast.error('Error', callErrorText(error, 'The connection could not be tested.')),
  })
}

export function useDeleteProvider(tenantId: string, onDeleted: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteProvider, { tenantId }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: providerKey(tenantId) })
      toast.success('Provider disconnected')
      onDeleted()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The provider could not be disconnected.')),
  })
}
