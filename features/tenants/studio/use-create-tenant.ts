import { useMutation } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data/data.ts'
import { chooseTenant, useRefreshTenants } from '#studio/tenant/tenants.ts'
import { toast } from '#ui/toasts/toast.ts'

export interface NewTenant {
  name: string
  description?: string
}

/** Creates a tenant with its key and a first product, and selects it in the Studio. */
export function useCreateTenant({
  onMade,
  onFailed,
}: {
  onMade: (id: string) => void
  /** Called with the server's message, which a toast shows, too. */
  onFailed: (message: string) => void
}) {
  const refresh = useRefreshTenants()
  return useMutation({
    mutationFn: async ({ name, description }: NewTenant) =>
      rowsOf<{ id: string }[]>(
        await db.rpc('create_tenant_autoprovision', {
          p_name: name,
          ...(description ? { p_description: description } : {}),
        }),
      ),
    async onSuccess(rows) {
      await refresh()
      const id = rows[0]!.id
      chooseTenant(id)
      toast.success('Tenant created with auto-generated keys and default product!')
      onMade(id)
    },
    onError(error) {
      onFailed(error.message)
      toast.error('Error', error.message)
    },
  })
}
