import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#studio/api.ts'
import { access, checkoutStatus } from '#features/plans/endpoints.ts'

/** Between two looks at the access, in milliseconds. */
const POLL_MS = 5000
/** After more looks than this it is left to the buttons of the page. */
const MAX_TICKS = 20

/**
 * Looks at the creator's access until it is what was paid for, every 5 seconds. The provider is asked about the
 * checkout too, so that the plan is there before its webhook; the address alone opens nothing.
 */
export function useActivation(session: string | null): 'waiting' | 'active' | 'late' {
  const queries = useQueryClient()
  const { data, dataUpdatedAt, errorUpdatedAt } = useQuery({
    queryKey: ['activation', session],
    queryFn: () => look(session),
    refetchInterval: ({ state }) =>
      state.data || state.dataUpdateCount + state.errorUpdateCount > MAX_TICKS + 1 ? false : POLL_MS,
    retry: false,
    gcTime: 0,
  })
  const state = queries.getQueryState(['activation', session])
  const looks = dataUpdatedAt + errorUpdatedAt > 0 ? state!.dataUpdateCount + state!.errorUpdateCount : 0

  useEffect(() => {
    if (!data) return
    for (const key of ['access', 'billing', 'subscription'])
      void queries.invalidateQueries({ queryKey: [key] })
  }, [data, queries])

  if (data) return 'active'
  return looks > MAX_TICKS + 1 ? 'late' : 'waiting'
}

/** True once the access is there that a payment gives; Free is access too, but nobody paid for it. */
async function look(session: string | null): Promise<boolean> {
  if (session !== null) await call(checkoutStatus, { session })
  const { active, dayPass, plan } = await call(access, {})
  return active && (dayPass || plan !== 'free')
}
