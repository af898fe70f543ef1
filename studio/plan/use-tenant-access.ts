import type { Access } from '#features/plans/endpoints.ts'
import { type TenantRow, useMemberships } from '../tenant/tenants.ts'
import { useAccess } from './use-access.ts'

/** The access that counts on a tenant, which is its owner's, also for staff. Undefined while it loads. */
export function useTenantAccess({
  id,
  role,
}: Pick<TenantRow, 'id' | 'role'>): Pick<Access, 'active' | 'plan' | 'dayPass'> | undefined {
  const { data: own } = useAccess()
  const { data: memberships } = useMemberships()
  if (role === 'owner') return own
  const plan = memberships?.find(({ tenant_id }) => tenant_id === id)?.plan
  return plan && { active: true, plan, dayPass: false }
}
