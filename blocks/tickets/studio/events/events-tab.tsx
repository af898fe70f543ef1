import { CalendarPlus, Ticket } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { BlockPreview } from '#features/tenants/studio/theme/block-preview.tsx'
import { placesOf } from '#kernel/browser/block-manifest.ts'
import { readTheme } from '#kernel/browser/theme/theme.ts'
import { useAppearance } from '#studio/appearance.tsx'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { block } from '#blocks/tickets/block.ts'
import { EventPage } from './event-page.tsx'
import { EventsTable } from './events-table.tsx'
import { type EventRow, seatsOf } from './event-rows.ts'
import { NEW_EVENT } from './new-event.ts'
import { useEvents } from './use-events.ts'

/** A tenant's events with what is sold, or the one that the address names. */
export default function EventsTab({ tenant }: { tenant: TenantRow }) {
  const [query, setQuery] = useSearchParams()
  const { data: events, isError, isFetching, refetch } = useEvents(tenant.id)
  const { resolvedMode } = useAppearance()
  const chosen = query.get('event')

  function show(id: string | null, replace = false) {
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        if (id) next.set('event', id)
        else next.delete('event')
        for (const own of ['part', 'order', 'q', 'shown', 'days', 'numbers']) next.delete(own)
        return next
      },
      { replace },
    )
  }

  if (!events && isError)
    return (
      <FailedRow message="The events could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
    )
  if (!events) return <RowsSkeleton rows={4} />
  const event = events.find(({ id }) => id === chosen)
  const mayChange = mayWith(tenant, 'content')
  if (event || (chosen === NEW_EVENT && mayChange))
    return (
      <EventPage
        key={chosen}
        tenant={tenant}
        event={event}
        events={events}
        onBack={() => show(null)}
        onSaved={(id) => show(id, true)}
      />
    )
  const add = mayChange && (
    <Button
      variant="primary"
      icon={<CalendarPlus size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => show(NEW_EVENT)}
    >
      New event
    </Button>
  )
  if (events.length === 0)
    return (
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <EmptyState
          level={2}
          icon={<Ticket size={22} strokeWidth={1.75} aria-hidden />}
          title="No events yet"
          text={
            mayChange
              ? 'Create an event with a price and a number of seats. Visitors buy its tickets on your site, and no seat is sold twice.'
              : 'Your role can see what events sell. Editors create them.'
          }
          actions={add || undefined}
        />
        <div>
          <p className="mb-1.5 text-small text-text-2">A sample in your theme</p>
          <BlockPreview
            theme={readTheme(tenant.theme)}
            studio={resolvedMode}
            places={placesOf([block])}
            first={block.name}
            whole
          />
        </div>
      </div>
    )
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3 max-sm:mb-4">
        <p className="text-text-2 tabular-nums">{summary(events)}</p>
        {add}
      </div>
      <EventsTable events={events} onOpen={({ id }) => show(id)} />
    </>
  )
}

function summary(events: readonly EventRow[]): string {
  const next = events.filter(({ isOver, state }) => !isOver && state === 'published')
  const sold = next.reduce((sum, event) => sum + seatsOf(event).sold, 0)
  return `${events.length} ${events.length === 1 ? 'event' : 'events'}, ${next.length} upcoming with ${sold.toLocaleString('en-US')} ${sold === 1 ? 'ticket' : 'tickets'} sold`
}
