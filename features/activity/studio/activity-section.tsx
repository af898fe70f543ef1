import { ChevronDown } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { Card } from '#ui/base/card.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { lazy } from '#ui/lazy.tsx'
import { ActivityFeed } from './activity-feed.tsx'
import { ActivitySkeleton } from './activity-skeleton.tsx'
import { type Site, useActivity } from './use-activity.ts'

const MomentCard = lazy(() => import('./moment-card.tsx'), 'quiet')

export interface ActivitySectionProps {
  tenant: Site & { name: string; public_key: string | null; theme: unknown }
  /** Opens the tenant's embed code. */
  onEmbed: () => void
}

/**
 * What happens at the tenant: sign-ups, orders and refunds of its current mode. A column on wide screens; on others a row
 * that opens. A first covers it and the statistics beside it until it is dismissed.
 */
export default function ActivitySection({ tenant, onEmbed }: ActivitySectionProps) {
  const { data, isError, isFetching, refetch } = useActivity(tenant)
  const [open, setOpen] = useState(false)
  const listId = useId()
  if (!data && isError)
    return (
      <FailedRow
        message="The activity could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <ActivitySkeleton />
  return (
    <section aria-label="Activity" className="bb-activity flex min-w-0 flex-col">
      <div className="mb-3 flex h-9 items-center gap-3 max-xl:hidden">
        <h2 className="text-subheading">Activity</h2>
        <ModeBadge mode={tenant.stripe_mode} />
      </div>
      <Card className="flex-1 overflow-hidden">
        <button
          type="button"
          className="flex h-11 w-full cursor-pointer items-center justify-between px-4 font-medium xl:hidden"
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          Activity
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden className={open ? 'rotate-180' : undefined} />
        </button>
        <div id={listId} className={open ? 'h-full' : 'h-full max-xl:hidden'}>
          <ActivityFeed key={tenant.stripe_mode} tenant={tenant} events={data.events} onEmbed={onEmbed} />
        </div>
      </Card>
      {data.moments[0] ? (
        <Suspense>
          <MomentCard tenant={tenant} moment={data.moments[0]} all={data.moments} />
        </Suspense>
      ) : null}
    </section>
  )
}
