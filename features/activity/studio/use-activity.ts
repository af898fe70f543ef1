import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#studio/data/api.ts'
import { watchTenantRows } from '#studio/data/realtime.ts'
import { readActivity } from '../endpoints.ts'

/** Sign-ups outside our own blocks and broken connections change no watched row. */
const POLL_MS = 30_000
/** The screen comes first: the realtime client is loaded when the dashboard is idle. */
const CONNECT_AFTER_MS = 3000
/** One purchase changes several rows. */
const SETTLE_MS = 200
const WATCHED = ['orders', 'order_refunds', 'end_users', 'dismissed_moments']
/** Keys of the queries that a change makes stale, each followed by the tenant's id. */
const STALE = ['activity', 'stats', 'orders']

export interface Site {
  id: string
  stripe_mode: 'test' | 'live'
}

/** The events of the tenant's current mode, and its moments. A change reloads them, the statistics and the orders. */
export function useActivity({ id, stripe_mode: mode }: Site) {
  const queries = useQueryClient()
  useEffect(() => {
    let settled: ReturnType<typeof setTimeout> | undefined
    let stop = () => {}
    const reload = () => {
      clearTimeout(settled)
      settled = setTimeout(() => {
        for (const name of STALE) void queries.invalidateQueries({ queryKey: [name, id] })
      }, SETTLE_MS)
    }
    const connect = setTimeout(() => (stop = watchTenantRows(id, WATCHED, reload)), CONNECT_AFTER_MS)
    return () => {
      clearTimeout(connect)
      clearTimeout(settled)
      stop()
    }
  }, [id, queries])
  return useQuery({
    queryKey: ['activity', id, mode],
    queryFn: () => call(readActivity, { tenantId: id, mode }),
    refetchInterval: POLL_MS,
  })
}
