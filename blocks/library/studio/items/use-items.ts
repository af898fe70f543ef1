import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import { deleteItem, listItems, readItem } from '#blocks/library/endpoints-studio.ts'
import type { StaffItemWithBody } from '#blocks/library/endpoints-studio.ts'

export const itemsKey = (tenantId: string) => ['library-items', tenantId]
export const itemKey = (tenantId: string, itemId: string) => ['library-item', tenantId, itemId]

/** All items of a tenant without their bodies, the last changed first. */
export const useItems = (tenantId: string) =>
  useQuery({ queryKey: itemsKey(tenantId), queryFn: () => call(listItems, { tenantId }) })

/** An item with its body, as it is stored. Each visit fetches it, because its revision is needed to save it. */
export const useItem = (tenantId: string, itemId: string) =>
  useQuery({
    queryKey: itemKey(tenantId, itemId),
    queryFn: () => call(readItem, { tenantId, itemId }),
    gcTime: 0,
    staleTime: Infinity,
  })

/** Stores what the server returned after a change, for the page and the list. */
export function useStoredItem(tenantId: string) {
  const queries = useQueryClient()
  return (item: StaffItemWithBody) => {
    queries.setQueryData(itemKey(tenantId, item.id), item)
    void queries.invalidateQueries({ queryKey: itemsKey(tenantId) })
  }
}

export function useDeleteItem(tenantId: string, onDeleted: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (itemId: string) => call(deleteItem, { tenantId, itemId }),
    async onSuccess() {
      onDeleted()
      toast.success('Item deleted')
      await queries.invalidateQueries({ queryKey: itemsKey(tenantId) })
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The item could not be deleted.')),
  })
}
