import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#studio/api.ts'
import { useAuth } from '#studio/session.tsx'
import { type Access, access, checkoutStatus } from '#features/plans/endpoints.ts'

/** Between two looks at the access, in milliseconds. */
const POLL_MS = 5000
/** After more looks than this it is left to the buttons of the page. */
const MAX_TICKS = 20

/**
 * Looks at the creator's access until it is what was paid for, every 5 seconds. The provider is asked about the
 * checkout too, so that the plan is there before its webhook; the address alone opens nothing.
 */
export function useActivation(session: string | null): 'waiting' | 'active' | 'refused' | 'late' {
  const queries = useQueryClient()
  const { user } = useAuth()
  const { data, dataUpdatedAt, errorUpdatedAt } = useQuery({
    queryKey: ['activation', session],
    queryFn: async () => {
      const { now, refused } = await look(session)
      // The guard of the screen that opens next would else go by what it knew before the payment.
      queries.setQueryData(['access', user?.id], now)
      return isPaidFor(now) ? 'active' : refused ? 'refused' : null
    },
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

  if (data) return data
  return looks > MAX_TICKS + 1 ? 'late' : 'waiting'
}

/** The access as it is now, after the provider was asked about the checkout; and whether that ended in nothing. */
async function look(session: string | null): Promise<{ now: Access; refused: boolean }> {
  const checkout = session === null ? undefined : await call(checkoutStatus, { session })
  return { now: await call(access, {}), refused: checkout?.status === 'trial_refused' }
}

/** Free is access too, but nobody paid for it. */
const isPaidFor = ({ active, dayPass, plan }: Access): boolean => active && (dayPass || plan !== 'free')
