import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#studio/data/api.ts'
import { useAuth } from '#studio/session/session.tsx'
import { type Access, access, checkoutStatus } from '#features/plans/endpoints.ts'

/** Polling interval in milliseconds. */
const POLL_MS = 5000
/** After this many polls, the page's buttons take over. */
const MAX_TICKS = 20

/**
 * Polls the creator's access every 5 seconds until it includes the purchase. The provider is queried about
 * the checkout, too, so that the plan can start before the webhook arrives. The address alone grants nothing.
 */
export function useActivation(session: string | null): 'waiting' | 'active' | 'refused' | 'late' {
  const queries = useQueryClient()
  const { user } = useAuth()
  const { data, dataUpdatedAt, errorUpdatedAt } = useQuery({
    queryKey: ['activation', session],
    queryFn: async () => {
      const { now, refused } = await readAccess(session)
      // Otherwise the next screen's guard would use the access from before the payment.
      queries.setQueryData(['access', user?.id], now)
      return isPaidFor(now) ? 'active' : refused ? 'refused' : null
    },
    refetchInterval: ({ state }) =>
      state.data || state.dataUpdateCount + state.errorUpdateCount > MAX_TICKS + 1 ? false : POLL_MS,
    retry: false,
    gcTime: 0,
  })
  const state = queries.getQueryState(['activation', session])
  const polls = dataUpdatedAt + errorUpdatedAt > 0 ? state!.dataUpdateCount + state!.errorUpdateCount : 0

  useEffect(() => {
    if (!data) return
    for (const key of ['access', 'billing', 'subscription'])
      void queries.invalidateQueries({ queryKey: [key] })
  }, [data, queries])

  if (data) return data
  return polls > MAX_TICKS + 1 ? 'late' : 'waiting'
}

/** The current access after the server has queried the provider, and whether the checkout failed. */
async function readAccess(session: string | null): Promise<{ now: Access; refused: boolean }> {
  const checkout = session === null ? undefined : await call(checkoutStatus, { session })
  return { now: await call(access, {}), refused: checkout?.status === 'trial_refused' }
}

/** Free grants access, too, but was not purchased. */
const isPaidFor = ({ active, dayPass, plan }: Access): boolean => active && (dayPass || plan !== 'free')
