import { CalendarPlus, CalendarSync } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { Card } from '#ui/base/card.tsx'
import { BusinessNotice, useBusinessLock } from '../business-notice.tsx'
import type { EventRow } from '../events/event-rows.ts'
import { EventsTable } from '../events/events-table.tsx'
import { RepeatDialog } from './repeat-dialog.tsx'
import { usePublishDates } from './use-dates.ts'

interface DatesPartProps {
  tenant: TenantRow
  event: EventRow
  events: readonly EventRow[]
}

/** The dates of a series, or how to make one. */
export default function DatesPart({ tenant, event, events }: DatesPartProps) {
  const [, setQuery] = useSearchParams()
  const [isRepeating, setRepeating] = useState(false)
  const isLocked = useBusinessLock(tenant)
  const publish = usePublishDates(tenant.id)
  const dates = event.series_id
    ? events
        .filter(({ series_id }) => series_id === event.series_id)
        .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
    : []
  const drafts = dates.filter(({ state, types, isOver }) => state === 'draft' && !isOver && types.length > 0)
  const repeat = (
    <Button
      variant={drafts.length > 0 ? 'secondary' : 'primary'}
      icon={<CalendarPlus size={16} strokeWidth={1.75} aria-hidden />}
      disabledReason={isLocked && 'Series need Business in live mode.'}
      onClick={() => setRepeating(true)}
    >
      Repeat
    </Button>
  )
  return (
    <section aria-label="Dates" className="flex flex-col gap-4">
      {isLocked ? <BusinessNotice what="series" /> : null}
      {dates.length > 0 ? (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <p className="text-text-2 tabular-nums">
              {dates.length} {dates.length === 1 ? 'date' : 'dates'} in this series
            </p>
            <span className="inline-flex flex-wrap gap-2 sm:ms-auto">
              {repeat}
              {drafts.length > 0 ? (
                <Button
                  variant="primary"
                  busy={publish.isPending}
                  busyLabel="Publishing..."
                  disabledReason={isLocked && 'Series need Business in live mode.'}
                  onClick={() => publish.mutate(drafts.map(({ id }) => id))}
                >
                  {drafts.length === 1 ? 'Publish 1 draft' : `Publish ${drafts.length} drafts`}
                </Button>
              ) : null}
            </span>
          </div>
          <Card className="px-5 py-1 max-md:px-4 max-sm:[&_tbody_tr:first-child]:border-t-0 [&_tbody_tr:last-child]:border-b-0 [&_tbody_tr:last-child_td]:border-b-0">
            <EventsTable
              label="Dates"
              events={dates}
              onOpen={({ id }) =>
                setQuery((now) => {
                  const next = new URLSearchParams(now)
                  next.set('event', id)
                  next.delete('part')
                  return next
                })
              }
            />
          </Card>
        </>
      ) : (
        <EmptyState
          icon={<CalendarSync size={22} strokeWidth={1.75} aria-hidden />}
          title="This event takes place once"
          text="Repeat it on other days with the same tickets, seats and prices. The new dates are drafts, so that you can change each before you publish it."
          actions={repeat}
        />
      )}
      {isRepeating ? (
        <RepeatDialog tenantId={tenant.id} event={event} dates={dates} onClose={() => setRepeating(false)} />
      ) : null}
    </section>
  )
}
