import { useMutation, useQueryClient } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data/data.ts'
import { type TenantRow, useRefreshTenants } from '#studio/tenant/tenants.ts'
import { toast } from '#ui/toasts/toast.ts'

/** The columns that a creator may change. */
export type TenantChanges = Partial<
  Pick<TenantRow, 'name' | 'description' | 'allowed_origins' | 'stripe_status' | 'theme'>
>

/** A row as the data API returns it. The user's role is not in it. */
type StoredTenant = Omit<TenantRow, 'role'>

/** Saves the changed fields of a tenant and reports the result. The returned row is shown immediately. */
export function useUpdateTenant(tenantId: string) {
  const queries = useQueryClient()
  const refresh = useRefreshTenants()
  return useMutation({
    async mutationFn(changes: TenantChanges): Promise<StoredTenant> {
      const query = db.from('tenants').update(changes).eq('id', tenantId).select()
      return rowsOf(await query.single<StoredTenant>())
    },
    onSuccess(row) {
      queries.setQueriesData<TenantRow[]>({ queryKey: ['tenants'] }, (rows) =>
        rows?.map((each) => (each.id === row.id ? { ...each, ...row } : each)),
      )
      toast.success('Tenant updated successfully!')
      void refresh()
    },
    onError: (error) => toast.error('Error', error.message),
  })
}
