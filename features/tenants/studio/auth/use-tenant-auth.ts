import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { useRefreshTenants } from '#studio/tenant/tenants.ts'
import { toast } from '#ui/toasts/toast.ts'
import {
  type ProviderForm,
  type TenantAuthSettings,
  type TenantAuthSwitches,
  builtInAuth,
  readAuthSettings,
  removeAuthProvider,
  saveAuthProvider,
  saveAuthSettings,
  switchAuthProvider,
} from '#features/tenants/endpoints.ts'

const keyOf = (tenantId: string) => ['tenant-auth', tenantId]
const SAVED = 'Auth settings saved'
const showError = (error: unknown) =>
  toast.error('Error', callErrorText(error, 'Failed to save the auth settings'))

/** How the tenant's users sign in. */
export function useTenantAuth(tenantId: string) {
  return useQuery({
    queryKey: keyOf(tenantId),
    queryFn: () => call(readAuthSettings, { tenant_id: tenantId }),
  })
}

/** Updates the cached settings until the server's response replaces them. */
function useUpdateCache(tenantId: string) {
  const queries = useQueryClient()
  return (change: (settings: TenantAuthSettings) => TenantAuthSettings) =>
    queries.setQueryData<TenantAuthSettings>(keyOf(tenantId), (cached) => cached && change(cached))
}

/**
 * Changes one switch immediately. It moves with the click, and reverts with an error message if the server
 * refuses.
 */
export function useChangeSwitch(tenantId: string) {
  const queries = useQueryClient()
  const updateCache = useUpdateCache(tenantId)
  return useMutation({
    mutationFn: (settings: Partial<TenantAuthSwitches>) =>
      call(saveAuthSettings, { tenant_id: tenantId, settings }),
    // Requests run one after the other, so the last response has the final state.
    scope: { id: `tenant-auth-${tenantId}` },
    onMutate(settings) {
      const before = queries.getQueryData<TenantAuthSettings>(keyOf(tenantId))?.settings
      updateCache((cached) => ({ ...cached, settings: { ...cached.settings, ...settings } }))
      return { before }
    },
    onSuccess: () => toast.success(SAVED),
    onError(error, settings, context) {
      const names = Object.keys(settings) as (keyof TenantAuthSwitches)[]
      const previous = Object.fromEntries(names.map((name) => [name, context?.before?.[name]]))
      updateCache((cached) => ({ ...cached, settings: { ...cached.settings, ...previous } }))
      showError(error)
    },
  })
}

/** Tests and saves a provider. The caller shows errors next to the form. */
export function useSaveProvider(tenantId: string, onSaved: () => void) {
  const updateCache = useUpdateCache(tenantId)
  return useMutation({
    mutationFn: (form: Omit<ProviderForm, 'tenant_id'>) =>
      call(saveAuthProvider, { tenant_id: tenantId, ...form }),
    onSuccess(settings, { title, name }) {
      updateCache(() => settings)
      const saved = settings.providers.find((one) => one.name === name)
      toast.success(`${saved?.title ?? title ?? name} saved`, 'Visitors can sign in with it now.')
      onSaved()
    },
  })
}

/** Enables or disables a saved provider and confirms with a toast. */
export function useSwitchProvider(tenantId: string) {
  const updateCache = useUpdateCache(tenantId)
  return useMutation({
    mutationFn: (change: { name: string; enabled: boolean }) =>
      call(switchAuthProvider, { tenant_id: tenantId, ...change }),
    onSuccess(settings) {
      updateCache(() => settings)
      toast.success(SAVED)
    },
    onError: showError,
  })
}

/** Removes a saved provider and confirms with a toast. */
export function useRemoveProvider(tenantId: string, onRemoved: () => void) {
  const updateCache = useUpdateCache(tenantId)
  return useMutation({
    mutationFn: ({ name }: { name: string; title: string }) =>
      call(removeAuthProvider, { tenant_id: tenantId, name }),
    onSuccess(settings, { title }) {
      updateCache(() => settings)
      toast.success(`${title} removed`)
      onRemoved()
    },
    onError: showError,
  })
}

/** Switches the tenant to the built-in auth and confirms with a toast. */
export function useSwitchToBuiltIn(tenantId: string, onSwitched: () => void) {
  const refresh = useRefreshTenants()
  return useMutation({
    mutationFn: () => call(builtInAuth, { tenant_id: tenantId, auth_provider: 'supabase' }),
    async onSuccess() {
      await refresh()
      toast.success('Switched to Supabase authentication')
      onSwitched()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to switch to Supabase auth')),
  })
}
