import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { useRefreshTenants } from '#studio/tenant/tenants.ts'
import { closeOldErrors, toast } from '#ui/toasts/toast.ts'
import { connectAuth0, readAuth0, testAuth0 } from '#features/tenants/endpoints-auth0.ts'
import type { Auth0Draft } from './auth0-draft.ts'

const keyOf = (tenantId: string) => ['tenant-auth0', tenantId]

/** The state of the tenant's Auth0 connection, and the URLs to enter there. */
export function useAuth0(tenantId: string) {
  return useQuery({
    queryKey: keyOf(tenantId),
    queryFn: () => call(readAuth0, { tenant_id: tenantId }),
  })
}

/** The message about a failed test, for the toast and next to the form. */
export const testFailure = (error: unknown) => callErrorText(error, 'We could not reach Auth0. Try again.')

/** Closes the error toasts of earlier attempts, which would cover the form on a phone. */
const onMutate = () => closeOldErrors()

/** Tests the application and shows the result in a toast. */
export function useTestAuth0(tenantId: string, onPassed: () => void) {
  return useMutation({
    mutationFn: (draft: Auth0Draft) => call(testAuth0, { tenant_id: tenantId, ...draft }),
    onMutate,
    onSuccess() {
      toast.success('Connection Test Passed!', 'Auth0 domain is reachable and properly configured.')
      onPassed()
    },
    onError: (error) => toast.error('Connection Test Failed', testFailure(error)),
  })
}

export const connectFailure = (error: unknown) => callErrorText(error, 'Failed to connect Auth0')

/** Makes Auth0 the tenant's sign-in provider. */
export function useConnectAuth0(tenantId: string, onConnected: () => void) {
  const refresh = useRefreshTenants()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (draft: Auth0Draft) => call(connectAuth0, { tenant_id: tenantId, ...draft }),
    onMutate,
    async onSuccess() {
      await Promise.all([refresh(), queries.invalidateQueries({ queryKey: keyOf(tenantId) })])
      toast.success('Auth0 connected successfully. Your authentication is ready!')
      onConnected()
    },
    onError: (error) => toast.error('Connection Failed', connectFailure(error)),
  })
}
