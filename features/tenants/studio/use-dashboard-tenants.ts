import { useEffect } from 'react'
import { type TenantRow, useRefreshTenants, useTenants } from '#studio/tenants.ts'
import { toast } from '#ui/toast.ts'

const KEY_POLL_MS = 2000

/** The tenants for the dashboard: a failure is said once, and keys in the making are looked for until they are there. */
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
