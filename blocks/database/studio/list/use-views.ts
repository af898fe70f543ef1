import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type DataView,
  type GivenView,
  changeView,
  createView,
  deleteView,
  listViews,
} from '#blocks/database/endpoints-studio.ts'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'

const viewsKey = (tenantId: string) => ['data-views', tenantId]

/** The tenant's lists, of all its tables. */
export const useViews = (tenantId: string) =>
  useQuery({ queryKey: viewsKey(tenantId), queryFn: () => call(listViews, { tenantId }) })

/** Creates a list of a table, or changes one. */
export function useSaveView(tenantId: string, tableId: string, view: DataView | undefined) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (given: GivenView) =>
      view
        ? call(changeView, { tenantId, viewId: view.id, revision: view.revision, ...given })
        : call(createView, { tenantId, table_id: tableId, ...given }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: viewsKey(tenantId) })
      toast.success('List saved')
    },
    onError(error) {
      if (error instanceof CallError && error.code === 'list_changed')
        void queries.invalidateQueries({ queryKey: viewsKey(tenantId) })
      toast.error('Error', callErrorText(error, 'The list could not be saved'))
    },
  })
}

export function useDeleteView(tenantId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id: viewId }: DataView) => call(deleteView, { tenantId, viewId }),
    async onSuccess(_, { title }) {
      toast.success(`${title} deleted`, 'The rows stay in the table.')
      await queries.invalidateQueries({ queryKey: viewsKey(tenantId) })
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The list could not be deleted')),
  })
}
