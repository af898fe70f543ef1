import { useQuery } from '@tanstack/react-query'
import { CallError } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { readStats, type StatsDays } from '../endpoints.ts'

const POLL_MS = 30_000

/** The browser's time zone. */
const localZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

async function read(tenantId: string, mode: 'test' | 'live', days: StatsDays) {
  const query = { tenantId, mode, days }
  try {
    return await call(readStats, { ...query, zone: localZone() })
  } catch (error) {
    // A browser may know a newer zone than the database.
    if (error instanceof CallError && error.status === 400) return call(readStats, { ...query, zone: 'UTC' })
    throw error
  }
}

/** The statistics of the tenant's current mode. They are polled while visible. */
export function useStats(
  { id, stripe_mode: mode }: { id: string; stripe_mode: 'test' | 'live' },
  days: StatsDays,
) {
  return useQuery({
    queryKey: ['stats', id, mode, days],
    queryFn: () => read(id, mode, days),
    refetchInterval: POLL_MS,
    // Keep the previous period's numbers while another period loads, but never those of another tenant or
    // mode.
    placeholderData: (stats, before) =>
      before?.queryKey[1] === id && before.queryKey[2] === mode ? stats : undefined,
  })
}
