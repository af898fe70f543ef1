import { useQuery } from '@tanstack/react-query'
import { CallError } from '#kernel/browser/call.ts'
import { call } from '#studio/api.ts'
import { readStats, type StatsDays } from '../endpoints.ts'

const POLL_MS = 30_000

/** The viewer's zone, as the browser calls it. */
const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

async function read(tenantId: string, mode: 'test' | 'live', days: StatsDays) {
  const asked = { tenantId, mode, days }
  try {
    return await call(readStats, { ...asked, zone: zoneHere() })
  } catch (error) {
    // A browser may know a newer zone than the database.
    if (error instanceof CallError && error.status === 400) return call(readStats, { ...asked, zone: 'UTC' })
    throw error
  }
}

/** Numbers of the tenant's current mode; asked again while somebody looks. */
export function useStats(
  { id, stripe_mode: mode }: { id: string; stripe_mode: 'test' | 'live' },
  days: StatsDays,
) {
  return useQuery({
    queryKey: ['stats', id, mode, days],
    queryFn: () => read(id, mode, days),
    refetchInterval: POLL_MS,
    // Another period may take the place of this one, another tenant's or mode's numbers never.
    placeholderData: (stats, before) =>
      before?.queryKey[1] === id && before.queryKey[2] === mode ? stats : undefined,
  })
}
