import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import { readProductItems, saveProductItems } from '#blocks/library/endpoints-studio.ts'
import { itemsKey } from './use-items.ts'

const productKey = (tenantId: string, productId: string | undefined) => [
  'library-product',
  tenantId,
  productId,
]

/** Ids of the items that a product includes. */
export const useProductItems = (tenantId: string, productId: string | undefined) =>
  useQuery({
    queryKey: productKey(tenantId, productId),
    queryFn: async () => new Set((await call(readProductItems, { tenantId, productId: productId! })).items),
    enabled: productId !== undefined,
    gcTime: 0,
  })

export function useSaveProductItems(tenantId: string, onSaved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (given: { productId: string; items: string[] }) =>
      call(saveProductItems, { tenantId, ...given }),
    async onSuccess() {
      onSaved()
      toast.success('Product saved')
      await Promise.all([
        queries.invalidateQueries({ queryKey: itemsKey(tenantId) }),
        queries.invalidateQueries({ queryKey: ['audiences', tenantId] }),
      ])
    },
    onError: (error) =>
      toast.error('Error', callErrorText(error, 'What the product includes could not be saved.')),
  })
}
