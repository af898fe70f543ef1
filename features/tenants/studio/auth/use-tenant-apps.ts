import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import {
  type AppWithSecret,
  type TenantApps,
  createApp,
  listApps,
  removeApp,
  renewAppSecret,
} from '#features/tenants/endpoints.ts'
import type { AppForm } from './app-draft.ts'

const keyOf = (tenantId: string) => ['tenant-apps', tenantId]

/** The builder's own applications, which this tenant's visitors sign in to. */
export function useTenantApps(tenantId: string) {
  return useQuery({
    queryKey: keyOf(tenantId),
    queryFn: () => call(listApps, { tenant_id: tenantId }),
  })
}

/** Creates an app. The caller shows errors next to the form. */
export function useCreateApp(tenantId: string, onMade: (made: AppWithSecret) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (form: AppForm) => call(createApp, { tenant_id: tenantId, ...form }),
    onSuccess(made) {
      queries.setQueryData<TenantApps>(
        keyOf(tenantId),
        (current) => current && { ...current, apps: [made.app, ...current.apps] },
      )
      onMade(made)
    },
  })
}

export function useRemoveApp(tenantId: string, onRemoved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ client_id }: { client_id: string; name: string }) =>
      call(removeApp, { tenant_id: tenantId, client_id }),
    onSuccess(apps, { name }) {
      queries.setQueryData(keyOf(tenantId), apps)
      toast.success(`${name} removed`)
      onRemoved()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to remove the app')),
  })
}

/** Creates a new secret, which is shown once. If the request fails, the old one stays valid. */
export function useRenewSecret(tenantId: string, onMade: (made: AppWithSecret) => void) {
  return useMutation({
    mutationFn: ({ client_id }: { client_id: string }) =>
      call(renewAppSecret, { tenant_id: tenantId, client_id }),
    onSuccess: onMade,
    onError: (error) =>
      toast.error('Error', callErrorText(error, 'Failed to create a new secret. The old one still works.')),
  })
}
