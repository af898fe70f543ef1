import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import { readSettings, saveSettings } from '../endpoints-studio.ts'
import type { Settings } from '../endpoints-studio.ts'

const settingsKey = (tenantId: string) => ['analytics', tenantId, 'settings']

export const useSettings = (tenantId: string) =>
  useQuery({ queryKey: settingsKey(tenantId), queryFn: () => call(readSettings, { tenantId }) })

export function useSaveSettings(tenantId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn(changed: Settings) {
      const { is_shared: _, ...settings } = changed
      return call(saveSettings, { tenantId, ...settings })
    },
    onSuccess(settings) {
      queries.setQueryData(settingsKey(tenantId), settings)
      toast.success('Settings saved')
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The settings could not be saved')),
  })
}
