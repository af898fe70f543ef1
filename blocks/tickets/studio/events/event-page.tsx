import { ArrowLeft } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { lazy } from '#ui/lazy.tsx'
import '#ui/tabs/tabs.css'
import { EventEditor } from './event-editor.tsx'
import { EventHeader } from './event-header.tsx'
import type { EventRow } from './event-rows.ts'

const FiguresPart = lazy(() => import('../figures/figures-part.tsx'))
const CodesPart = lazy(() => import('../codes/codes-part.tsx'))
const DatesPart = lazy(() => import('../dates/dates-part.tsx'))

export interface EventPageProps {
  tenant: TenantRow
  /** Undefined for a new one. */
  event: EventRow | undefined
  /** All of the tenant. */
  events: readonly EventRow[]
  onBack: () => void
  onSaved: (id: string) => void
}

/** The parts of an event's page, by the value of `part` in the address. The form has none. */
const PARTS = [
  { part: '', label: 'Event', right: 'content' },
  { part: 'sales', label: 'Sales', right: 'orders' },
  { part: 'codes', label: 'Codes', right: 'content' },
  { part: 'dates', label: 'Dates', right: 'content' },
] as const

/** One event: what is sold, what can be done with it, and the form beside its preview. */
export function EventPage({ tenant, event, events, onBack, onSaved }: EventPageProps) {
  const [query] = useSearchParams()
  const parts = PARTS.filter(({ right }) => mayWith(tenant, right))
  // Each role that sees events has one of the rights.
  const current = (event && parts.find(({ part }) => part === query.get('part'))) ?? parts[0] ?? PARTS[0]
  return (
    <>
      <button
        type="button"
        onClick={onBack}
        className="mb-3 inline-flex min-h-6 items-center gap-1.5 rounded-badge text-small text-text-2 hover:text-text"
      >
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        Events
      </button>
      {event ? (
        <>
          <EventHeader tenant={tenant} event={event} onGone={onBack} />
          <PartTabs label={event.title} parts={parts} current={current.part} />
        </>
      ) : (
        <h2 className="mb-5 text-subheading">New event</h2>
      )}
      <Suspense key={current.part} fallback={<RowsSkeleton rows={5} />}>
        {event && current.part === 'sales' ? (
          <FiguresPart tenant={tenant} event={event} />
        ) : event && current.part === 'codes' ? (
          <CodesPart tenant={tenant} event={event} />
        ) : event && current.part === 'dates' ? (
          <DatesPart tenant={tenant} event={event} events={events} />
        ) : (
          <EventEditor tenant={tenant} event={event} onSaved={onSaved} />
        )}
      </Suspense>
    </>
  )
}

function PartTabs({
  label,
  parts,
  current,
}: {
  label: string
  parts: readonly (typeof PARTS)[number][]
  current: string
}) {
  const [query] = useSearchParams()
  return (
    <nav aria-label={label} className="bb-tabs mb-5">
      {parts.map(({ part, label: text }) => {
        const search = new URLSearchParams(query)
        for (const own of ['part', 'order', 'q', 'shown', 'days', 'numbers']) search.delete(own)
        if (part) search.set('part', part)
        return (
          <Link
            key={part}
            to={{ search: search.toString() }}
            className="bb-tab"
            aria-current={part === current ? 'page' : undefined}
          >
            {text}
          </Link>
        )
      })}
    </nav>
  )
}
