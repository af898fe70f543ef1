import { useMutation, useQueryClient } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data/data.ts'
import { type TenantRow, useRefreshTenants } from '#studio/tenant/tenants.ts'
import { toast } from '#ui/toasts/toast.ts'

/** The columns that a creator may change. */
export type TenantChanges = Partial<
  Pick<TenantRow, 'name' | 'description' | 'allowed_origins' | 'stripe_status' | 'theme'>
>

/** Saves the changed fields of a tenant and reports the result. The returned row is shown immediately. */
export function useUpdateTenant(tenantId: string) {
  const queries = useQueryClient()
  const refresh = useRefreshTenants()
  return useMutation({
    async mutationFn(changes: TenantChanges): Promise<TenantRow> {
      return rowsOf(await db.from('tenants').update(changes).eq('id', tenantId).select().single<TenantRow>())
    },
    onSuccess(row) {
      queries.setQueriesData<TenantRow[]>({ queryKey: ['tenants'] }, (rows) =>
        rows?.map((each) => (each.id === row.id ? row : each)),
      )
      toast.success('Tenant updated successfully!')
      void refresh()
    },
    onError: (error) => toast.error('Error', error.message),
  })
}
