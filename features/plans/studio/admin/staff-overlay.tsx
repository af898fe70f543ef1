import { useQuery } from '@tanstack/react-query'
import { call } from '#studio/data/api.ts'
import { staffStats } from '#features/plans/endpoints.ts'

/**
 * Shows the total numbers of tenants and orders in a corner, for the operator's listed addresses; the server
 * checks the user.
 */
export default function StaffOverlay() {
  const { data } = useQuery({ queryKey: ['staff-stats'], queryFn: () => call(staffStats, {}) })
  if (!data) return null
  return (
    <aside
      aria-label="Staff figures"
      className="pointer-events-none fixed right-4 bottom-4 z-30 rounded-control border border-line bg-surface px-3 py-2 text-caption text-text-2 shadow-2 max-md:bottom-24"
    >
      <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5">
        <dt>runs</dt>
        <dd className="text-right font-semibold text-text tabular-nums">
          {data.runs.toLocaleString('en-US')}
        </dd>
        <dt>day passes</dt>
        <dd className="text-right font-semibold text-text tabular-nums">
          {data.day_passes.toLocaleString('en-US')}
        </dd>
      </dl>
    </aside>
  )
}
