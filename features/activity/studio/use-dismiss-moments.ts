import { useMutation, useQueryClient } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data/data.ts'
import { toast } from '#ui/toasts/toast.ts'
import type { Moment, TenantActivity } from '../endpoints.ts'

/** Dismisses moments of a tenant on all devices of its owner. */
export function useDismissMoments(tenantId: string) {
  const queries = useQueryClient()
  const queryKey = ['activity', tenantId]
  return useMutation({
    async mutationFn(kinds: readonly Moment['kind'][]) {
      const rows = kinds.map((kind) => ({ tenant_id: tenantId, kind }))
      rowsOf(
        await db
          .from('dismissed_moments')
          .upsert(rows, { onConflict: 'tenant_id,kind', ignoreDuplicates: true })
          .select('kind'),
      )
    },
    async onSuccess(_, kinds) {
      await queries.cancelQueries({ queryKey })
      queries.setQueriesData<TenantActivity>(
        { queryKey },
        (activity) =>
          activity && {
            ...activity,
            moments: activity.moments.filter(({ kind }) => !kinds.includes(kind)),
          },
      )
    },
    onError: (error) => toast.error('Error', error.message),
  })
}
