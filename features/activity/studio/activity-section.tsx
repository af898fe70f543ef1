import { ChevronDown, CircleCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { Card } from '#ui/base/card.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { ActivityFeed } from './activity-feed.tsx'
import { ActivitySkeleton } from './activity-skeleton.tsx'
import { MomentCard } from './moment-card.tsx'
import { momentWords } from './moment-words.ts'
import { type Site, useActivity } from './use-activity.ts'

const COLUMN = 'flex flex-col xl:h-full'

export interface ActivitySectionProps {
  tenant: Site & { name: string; public_key: string | null; theme: unknown }
  /** Opens the tenant's embed code. */
  onEmbed: () => void
}

/**
 * What happens at the tenant: sign-ups, orders and refunds of its current mode. A column on wide screens; on others a row
 * that opens. A first is above the events of the column, and named in the row: it comes with the events, in the same space,
 * so nothing moves.
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
  const [moment] = data.moments
  const first = moment && momentWords(moment)
  return (
    <section aria-label="Activity" className="flex min-w-0 flex-col">
      <div className="mb-3 flex h-9 items-center gap-3 max-xl:hidden">
        <h2 className="text-subheading">Activity</h2>
        <ModeBadge mode={tenant.stripe_mode} />
      </div>
      <Card className="flex-1 overflow-hidden">
        <button
          type="button"
          className="flex h-11 w-full cursor-pointer items-center justify-between gap-3 px-4 font-medium xl:hidden"
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          Activity
          {first ? (
            <span className="flex min-w-0 flex-1 items-center justify-end gap-2 text-accent-text">
              <CircleCheck size={16} strokeWidth={1.75} aria-hidden className="flex-none" />
              <span className="truncate">
                {first.kicker} · {first.figure}
              </span>
            </span>
          ) : null}
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden className={open ? 'rotate-180' : undefined} />
        </button>
        <div id={listId} className={open ? COLUMN : `${COLUMN} max-xl:hidden`}>
          {moment ? <MomentCard tenant={tenant} moment={moment} all={data.moments} /> : null}
          <ActivityFeed
            key={tenant.stripe_mode}
            tenant={tenant}
            events={data.events}
            isBelowMoment={moment !== undefined}
            onEmbed={onEmbed}
          />
        </div>
      </Card>
    </section>
  )
}
