import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/api.ts'
import { useRefreshTenants } from '#studio/tenants.ts'
import { toast } from '#ui/toast.ts'
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
const failed = (error: unknown) =>
  toast.error('Error', callErrorText(error, 'Failed to save the auth settings'))

/** How the tenant's people sign in. */
export function useTenantAuth(tenantId: string) {
  return useQuery({
    queryKey: keyOf(tenantId),
    queryFn: () => call(readAuthSettings, { tenant_id: tenantId }),
  })
}

/** Changes what is shown; the server's answer takes its place. */
function useShown(tenantId: string) {
  const queries = useQueryClient()
  return (change: (shown: TenantAuthSettings) => TenantAuthSettings) =>
    queries.setQueryData<TenantAuthSettings>(keyOf(tenantId), (shown) => shown && change(shown))
}

/** One switch, acting at once: it moves with the click, and goes back with words when the server refuses. */
export function useChangeSwitch(tenantId: string) {
  const queries = useQueryClient()
  const show = useShown(tenantId)
  return useMutation({
    mutationFn: (settings: Partial<TenantAuthSwitches>) =>
      call(saveAuthSettings, { tenant_id: tenantId, settings }),
    // One after the other: the last answer is then the last word.
    scope: { id: `tenant-auth-${tenantId}` },
    onMutate(settings) {
      const before = queries.getQueryData<TenantAuthSettings>(keyOf(tenantId))?.settings
      show((shown) => ({ ...shown, settings: { ...shown.settings, ...settings } }))
      return { before }
    },
    onSuccess: () => toast.success(SAVED),
    onError(error, settings, context) {
      const names = Object.keys(settings) as (keyof TenantAuthSwitches)[]
      const back = Object.fromEntries(names.map((name) => [name, context?.before?.[name]]))
      show((shown) => ({ ...shown, settings: { ...shown.settings, ...back } }))
      failed(error)
    },
  })
}

/** Tests and saves a provider. What is wrong with it is the caller's to show, beside the form. */
export function useSaveProvider(tenantId: string, onSaved: () => void) {
  const show = useShown(tenantId)
  return useMutation({
    mutationFn: (form: Omit<ProviderForm, 'tenant_id'>) =>
      call(saveAuthProvider, { tenant_id: tenantId, ...form }),
    onSuccess(answer, { title, name }) {
      show(() => answer)
      const saved = answer.providers.find((one) => one.name === name)
      toast.success(`${saved?.title ?? title ?? name} saved`, 'Visitors can sign in with it now.')
      onSaved()
    },
  })
}

/** Offers a saved provider, or no more, and says so in a toast. */
export function useSwitchProvider(tenantId: string) {
  const show = useShown(tenantId)
  return useMutation({
    mutationFn: (wish: { name: string; enabled: boolean }) =>
      call(switchAuthProvider, { tenant_id: tenantId, ...wish }),
    onSuccess(answer) {
      show(() => answer)
      toast.success(SAVED)
    },
    onError: failed,
  })
}

/** Removes a saved provider, and says so in a toast. */
export function useRemoveProvider(tenantId: string, onRemoved: () => void) {
  const show = useShown(tenantId)
  return useMutation({
    mutationFn: ({ name }: { name: string; title: string }) =>
      call(removeAuthProvider, { tenant_id: tenantId, name }),
    onSuccess(answer, { title }) {
      show(() => answer)
      toast.success(`${title} removed`)
      onRemoved()
    },
    onError: failed,
  })
}

/** Makes the built-in auth the tenant's again, and says so in a toast. */
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
