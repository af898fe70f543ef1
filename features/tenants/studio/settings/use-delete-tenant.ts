import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { type TenantRow, useRefreshTenants } from '#studio/tenant/tenants.ts'
import { toast } from '#ui/toasts/toast.ts'
import { deleteTenant } from '#features/tenants/endpoints.ts'

/** Deletes a tenant permanently and returns to the dashboard. */
export function useDeleteTenant(tenant: TenantRow) {
  const queries = useQueryClient()
  const refresh = useRefreshTenants()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (name: string) => call(deleteTenant, { tenant_id: tenant.id, name }),
    onSuccess() {
      queries.setQueriesData<TenantRow[]>({ queryKey: ['tenants'] }, (rows) =>
        rows?.filter(({ id }) => id !== tenant.id),
      )
      void navigate('/studio', { replace: true })
      toast.success(`${tenant.name} was deleted`)
      void refresh()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to delete the tenant')),
  })
}
