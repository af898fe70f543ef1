import type { TenantRow } from '../tenant/tenants.ts'
import { useTenantAccess } from './use-tenant-access.ts'

/** Whether the plan that counts on the tenant is less than Business. False while it loads: the server decides anyway. */
export function useLacksBusiness(tenant: Pick<TenantRow, 'id' | 'role'>): boolean {
  const access = useTenantAccess(tenant)
  return access !== undefined && !(access.active && access.plan === 'business')
}
