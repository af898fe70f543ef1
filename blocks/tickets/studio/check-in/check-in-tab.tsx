import { DoorOpen, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import type { EventRow } from '../events/event-rows.ts'
import { NoEvents } from '../events/no-events.tsx'
import { useEvents } from '../events/use-events.ts'
import { GateCard } from './gate-card.tsx'
import { GateDialog } from './gate-dialog.tsx'
import { useGates } from './use-gates.ts'

/** The gates of an event: who is in, and the devices of the door staff. */
export default function CheckInTab({ tenant }: { tenant: TenantRow }) {
  const [query, setQuery] = useSearchParams()
  const { data: events, isError, isFetching, refetch } = useEvents(tenant.id)
  if (!events && isError)
    return (
      <FailedRow message="The events could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
    )
  if (!events) return <RowsSkeleton rows={4} />
  const event = events.find(({ id }) => id === query.get('of')) ?? events[0]
  if (!event)
    return (
      <NoEvents
        tenant={tenant}
        text="Create an event first. Here you choose who checks its tickets at the door."
      />
    )

  const choose = (id: string) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        next.set('of', id)
        return next
      },
      { replace: true },
    )
  return (
    <Gates
      key={event.id}
      tenant={tenant}
      event={event}
      chooser={
        <div className="min-w-56 max-sm:flex-1">
          <Select
            aria-label="Event"
            value={event.id}
            options={events.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={({ currentTarget: { value } }) => choose(value)}
          />
        </div>
      }
    />
  )
}

interface GatesProps {
  tenant: TenantRow
  event: EventRow
  chooser: ReactNode
}

function Gates({ tenant, event, chooser }: GatesProps) {
  const [isAdding, setAdding] = useState(false)
  const { data: gates, isError, isFetching, refetch } = useGates(tenant.id, event.id)
  const isEmpty = gates?.length === 0
  const add = mayWith(tenant, 'content') ? (
    <Button
      variant={isEmpty ? 'primary' : 'secondary'}
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      New gate
    </Button>
  ) : null
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        {chooser}
        {isEmpty ? null : add}
      </div>
      {gates ? (
        isEmpty ? (
          <EmptyState
            level={2}
            icon={<DoorOpen size={22} strokeWidth={1.75} aria-hidden />}
            title="No gates yet"
            text="A gate says which tickets are admitted. Its door staff scan them with their own phones, also without network, and need no account."
            actions={add}
          />
        ) : (
          <div className="flex flex-col gap-4">
            {gates.map((gate) => (
              <GateCard key={gate.id} tenant={tenant} event={event} gate={gate} />
            ))}
          </div>
        )
      ) : isError ? (
        <FailedRow
          message="The gates could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <RowsSkeleton rows={4} />
      )}
      {isAdding ? <GateDialog tenantId={tenant.id} event={event} onClose={() => setAdding(false)} /> : null}
    </>
  )
}
