import { useAuth } from '#studio/session/session.tsx'
import { type TenantRow, useCurrentTenant, useTenants } from '#studio/tenant/tenants.ts'

/** The tenant whose key the snippet shows. `pending`: still loading. `none`: signed in, without a tenant. */
export interface OwnTenant {
  state: 'visitor' | 'pending' | 'none' | 'failed' | 'ready'
  tenant?: TenantRow
  retry: () => void
}

export function useOwnTenant(): OwnTenant {
  const { user, loading } = useAuth()
  const { data, isError, refetch } = useTenants()
  const tenant = useCurrentTenant()
  const retry = () => void refetch()
  if (loading) return { state: 'pending', retry }
  if (!user) return { state: 'visitor', retry }
  if (tenant) return { state: 'ready', tenant, retry }
  if (data) return { state: 'none', retry }
  return { state: isError ? 'failed' : 'pending', retry }
}
