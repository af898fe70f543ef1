import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import {
  type DataForm,
  type GivenForm,
  changeForm,
  createForm,
  deleteForm,
  listForms,
} from '#blocks/database/endpoints-studio.ts'

const formsKey = (tenantId: string) => ['forms', tenantId]

/** The tenant's forms, of all its tables. */
export const useForms = (tenantId: string) =>
  useQuery({ queryKey: formsKey(tenantId), queryFn: () => call(listForms, { tenantId }) })

function useRefresh(tenantId: string) {
  const queries = useQueryClient()
  return () => {
    // A rule may have created an audience.
    void queries.invalidateQueries({ queryKey: ['audiences', tenantId] })
    return queries.invalidateQueries({ queryKey: formsKey(tenantId) })
  }
}

export function useCreateForm(tenantId: string, tableId: string) {
  const refresh = useRefresh(tenantId)
  return useMutation({
    mutationFn: (form: GivenForm) => call(createForm, { tenantId, table_id: tableId, ...form }),
    onSuccess: refresh,
    onError: (error) => toast.error('Error', callErrorText(error, 'The form could not be created')),
  })
}

/** Saves a form as it was when its editor opened, so that it cannot overwrite what others changed since. */
export function useSaveForm(tenantId: string, { id: formId, revision }: DataForm) {
  const refresh = useRefresh(tenantId)
  return useMutation({
    mutationFn: (change: GivenForm) => call(changeForm, { tenantId, formId, revision, ...change }),
    onSuccess: refresh,
    onError(error) {
      if (error instanceof CallError && error.code === 'form_changed') void refresh()
      toast.error('Error', callErrorText(error, 'The form could not be saved'))
    },
  })
}

export function useDeleteForm(tenantId: string) {
  const refresh = useRefresh(tenantId)
  return useMutation({
    mutationFn: ({ id: formId }: DataForm) => call(deleteForm, { tenantId, formId }),
    async onSuccess(_, { title }) {
      toast.success(`${title} deleted`, 'The rows that it added stay.')
      await refresh()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The form could not be deleted')),
  })
}
