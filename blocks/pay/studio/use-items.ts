import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import {
  type Item,
  type ItemChanges,
  type ItemFields,
  createItem,
  deleteItem,
  listItems,
  updateItem,
} from '../endpoints-studio.ts'

const itemsKey = (tenantId: string) => ['items', tenantId]

/** The tenant's products, newest first. A failed first request shows one toast. */
export function useItems(tenantId: string) {
  const query = useQuery({ queryKey: itemsKey(tenantId), queryFn: () => call(listItems, { tenantId }) })
  const { error } = query
  useEffect(() => {
    if (error) toast.error('Error', 'Failed to fetch products')
  }, [error])
  return query
}

/** Updates the cached list immediately. The next request replaces it with the server's list. */
function useListChange(tenantId: string) {
  const queries = useQueryClient()
  return (change: (items: Item[]) => Item[]) =>
    queries.setQueryData<Item[]>(itemsKey(tenantId), (items) => items && change(items))
}

export interface SaveCallbacks {
  onSaved: () => void
  /** Called when the server rejects an outdated stock, with the current product. */
  onStockChanged: (item: Item) => void
}

/** Creates a product (placed at the top of the list) or updates the one with `itemId`. */
export function useSaveItem(
  tenantId: string,
  itemId: string | undefined,
  { onSaved, onStockChanged }: SaveCallbacks,
) {
  const change = useListChange(tenantId)
  const queries = useQueryClient()

  async function reportStock() {
    await queries.invalidateQueries({ queryKey: itemsKey(tenantId) })
    const items = queries.getQueryData<Item[]>(itemsKey(tenantId))
    const now = items?.find(({ id }) => id === itemId)
    if (now) onStockChanged(now)
  }

  return useMutation({
    mutationFn: (fields: ItemFields & Pick<ItemChanges, 'stock_was'>) =>
      itemId ? call(updateItem, { itemId, ...fields }) : call(createItem, { tenantId, ...fields }),
    onSuccess(saved) {
      change((items) =>
        itemId ? items.map((item) => (item.id === itemId ? saved : item)) : [saved, ...items],
      )
      toast.success(itemId ? 'Product updated successfully!' : 'Product created successfully!')
      onSaved()
    },
    onError(error) {
      // The form keeps its input and shows the current stock beside it.
      if (error instanceof CallError && error.code === 'stock_changed') void reportStock()
      toast.error(
        'Error',
        isTenantGone(error)
          ? 'No tenant selected'
          : callErrorText(error, `Failed to ${itemId ? 'update' : 'create'} product`),
      )
    },
  })
}

/** The tenant was deleted in another window while this form was open. */
const isTenantGone = (error: unknown) => error instanceof CallError && error.code === 'tenant_not_found'

export function useDeleteItem(tenantId: string) {
  const change = useListChange(tenantId)
  return useMutation({
    mutationFn: (itemId: string) => call(deleteItem, { itemId }),
    onSuccess(_, itemId) {
      change((items) => items.filter((item) => item.id !== itemId))
      toast.success('Product deleted successfully!')
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to delete product')),
  })
}

/**
 * Activates or deactivates a product. The switch moves at once and, with an error message, back when the
 * server refuses.
 */
export function useToggleItem(tenantId: string) {
  const change = useListChange(tenantId)
  const set = ({ itemId, active }: { itemId: string; active: boolean }) =>
    change((items) => items.map((item) => (item.id === itemId ? { ...item, active } : item)))
  return useMutation({
    mutationFn: (update: { itemId: string; active: boolean }) => call(updateItem, update),
    onMutate: set,
    onError(error, { itemId, active }) {
      set({ itemId, active: !active })
      toast.error('Error', callErrorText(error, 'Failed to update product'))
    },
  })
}
