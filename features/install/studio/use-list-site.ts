import { useMutation } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data/data.ts'
import { type TenantRow, useRefreshTenants } from '#studio/tenant/tenants.ts'
import { toast } from '#ui/toasts/toast.ts'

/** Adds a site to the tenant's existing list. @param onDone called once it is listed */
export function useListSite(tenantId: string, onDone: () => void) {
  const refresh = useRefreshTenants()
  return useMutation({
    async mutationFn(origin: string) {
      const read = await db.from('tenants').select('allowed_origins').eq('id', tenantId).single()
      const { allowed_origins } = rowsOf<Pick<TenantRow, 'allowed_origins'>>(read)
      const sites = [...new Set([...(allowed_origins ?? []), origin])]
      rowsOf(await db.from('tenants').update({ allowed_origins: sites }).eq('id', tenantId).select().single())
    },
    onSuccess() {
      toast.success('Tenant updated successfully!')
      void refresh()
      onDone()
    },
    onError: (error) => toast.error('Error', error.message),
  })
}
