import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import { readStaff } from '../endpoints.ts'

/** The staff of a tenant, for its owner and admins. */
export function useStaff(tenantId: string) {
  return useQuery({
    queryKey: ['staff', tenantId],
    queryFn: () => call(readStaff, { tenantId }),
  })
}

/**
 * Makes a change, then refetches the staff and the user's own tenants.
 * @param said what a toast says afterwards
 * @param onDone runs after a change that worked; without it, a toast reports a failure
 */
export function useStaffChange<I>(change: (input: I) => Promise<unknown>, said: string, onDone?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess() {
      toast.success(said)
      onDone?.()
    },
    onError(error) {
      if (!onDone) toast.error('Nothing was changed', callErrorText(error, 'Try again.'))
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['staff'] }),
        queries.invalidateQueries({ queryKey: ['tenants'] }),
      ]),
  })
}
