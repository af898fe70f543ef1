import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { deleteCaptions, readCaptions, saveCaptions } from '#blocks/library/endpoints-studio.ts'
import type { Captions } from '#blocks/library/endpoints-studio.ts'
import { toast } from '#ui/toasts/toast.ts'

const captionsKey = (tenantId: string, itemId: string) => ['library-captions', tenantId, itemId]

/** The captions of an item, in all languages. */
export const useCaptions = (tenantId: string, itemId: string) =>
  useQuery({
    queryKey: captionsKey(tenantId, itemId),
    queryFn: async () => (await call(readCaptions, { tenantId, itemId })).captions,
  })

export function useSaveCaptions(tenantId: string, itemId: string, onSaved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (captions: Captions) => call(saveCaptions, { tenantId, itemId, ...captions }),
    async onSuccess() {
      toast.success('Captions saved')
      onSaved()
      await queries.invalidateQueries({ queryKey: captionsKey(tenantId, itemId) })
    },
  })
}

export function useDeleteCaptions(tenantId: string, itemId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (language: string) => call(deleteCaptions, { tenantId, itemId, language }),
    async onSuccess() {
      toast.success('Captions deleted')
      await queries.invalidateQueries({ queryKey: captionsKey(tenantId, itemId) })
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The captions could not be deleted.')),
  })
}
