import { useEffect } from 'react'
import { type TenantRow, useRefreshTenants, useTenants } from '#studio/tenant/tenants.ts'
import { toast } from '#ui/toasts/toast.ts'

const KEY_POLL_MS = 2000

/**
 * The tenants for the dashboard. It reports a failure once, and polls while a tenant's key is being
 * generated.
 */
export function useDashboardTenants() {
  const { data, error, refetch, isFetching } = useTenants()
  const refresh = useRefreshTenants()
  const waiting = data?.some((tenant) => !tenant.public_key) ?? false
  const message = error?.message

  useEffect(() => {
    if (message !== undefined) toast.error('Error', message)
  }, [message])

  useEffect(() => {
    if (!waiting) return undefined
    const timer = setInterval(() => void refresh(), KEY_POLL_MS)
    return () => clearInterval(timer)
  }, [waiting, refresh])

  return {
    tenants: data as readonly TenantRow[] | undefined,
    failed: error !== null,
    retry: () => void refetch(),
    retrying: isFetching,
  }
}
