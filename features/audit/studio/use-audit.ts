import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { saveCsv } from '#kernel/browser/save-file.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import { exportChanges, keepChanges, listChanges } from '../endpoints.ts'
import { type AuditView, queryOf } from './audit-view.ts'

const keyOf = (tenantId: string) => ['audit', tenantId]

/** A page of the changes. */
export function useChanges(tenantId: string, view: AuditView, cursor: string | undefined) {
  return useQuery({
    queryKey: [...keyOf(tenantId), view, cursor],
    queryFn: () => call(listChanges, { tenantId, ...queryOf(view), ...(cursor && { cursor }) }),
    placeholderData: keepPreviousData,
  })
}

/** Saves the changes of the current view as a CSV file. */
export function useExportChanges(tenantId: string, view: AuditView) {
  return useMutation({
    async mutationFn() {
      const text = await call(exportChanges, { tenantId, ...queryOf(view) })
      saveCsv(`audit-log-${new Date().toISOString().slice(0, 10)}.csv`, text)
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to export the audit log')),
  })
}

/** Sets how long changes are kept. */
export function useKeepChanges(tenantId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (kept_days: 30 | 90 | 365) => call(keepChanges, { tenantId, kept_days }),
    async onSuccess({ kept_days }) {
      await queries.invalidateQueries({ queryKey: keyOf(tenantId) })
      toast.success(`Changes are kept for ${kept_days} days`)
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to save')),
  })
}
