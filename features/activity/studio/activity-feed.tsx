import './activity.css'
import { Activity } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import type { ActivityEvent } from '../endpoints.ts'
import { ActivityRow } from './activity-row.tsx'
import { arrived, rowKey } from './feed-rows.ts'
import { useNow } from './use-now.ts'
import { useReducedMotion } from './use-reduced-motion.ts'

/** Rows that fit beside the statistics, and below a moment there. */
const SHOWN = 6
const SHOWN_BELOW_MOMENT = 3

export interface ActivityFeedProps {
  tenant: { id: string; public_key: string | null }
  events: readonly ActivityEvent[]
  /** Whether a moment takes half of the space. */
  isBelowMoment: boolean
  onEmbed: () => void
}

/**
 * The newest events. New ones come in at the top, unless the user points at the list, has focus in it or prefers reduced
 * motion: then a button shows them (WCAG 2.2.2).
 */
export function ActivityFeed({ tenant, events, isBelowMoment, onEmbed }: ActivityFeedProps) {
  const now = useNow()
  const reduced = useReducedMotion()
  const [isUsed, setIsUsed] = useState(false)
  const [rows, setRows] = useState(events)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const added = arrived(rows, events)
  const list = useRef<HTMLOListElement>(null)
  const isPaused = rows.length > 0 && (isUsed || reduced)

  function update() {
    setFresh(new Set(added))
    setRows(events)
  }
  // Changed rows, such as a name, replace the shown ones at once: nothing moves.
  if (rows !== events && (!isPaused || added.length === 0)) update()

  // The moment is of the other mode.
  if (rows.length === 0 && isBelowMoment)
    return <p className="px-4 py-4 text-text-2">Nothing has happened in this mode yet.</p>
  if (rows.length === 0)
    return (
      <div className="px-5">
        <EmptyState
          icon={<Activity size={22} strokeWidth={1.75} aria-hidden />}
          title="Nothing has happened yet"
          text="Sign-ups, orders and refunds appear here as they happen."
          actions={tenant.public_key ? <Button onClick={onEmbed}>Get the embed code</Button> : undefined}
        />
      </div>
    )
  return (
    <div
      className="relative min-h-0 flex-1"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setIsUsed(true)}
      onPointerLeave={() => setIsUsed(false)}
      onFocus={() => setIsUsed(true)}
      onBlur={() => setIsUsed(false)}
    >
      {isPaused && added.length > 0 ? (
        <div className="absolute inset-x-0 top-2 z-1 flex justify-center">
          <Button
            size="small"
            onClick={() => {
              update()
              // The button disappears, and the focus would with it.
              list.current?.focus()
            }}
          >
            Show {added.length} new
          </Button>
        </div>
      ) : null}
      <ol ref={list} tabIndex={-1} className="flex h-full flex-col justify-around px-2 py-1 outline-none">
        {rows.slice(0, isBelowMoment ? SHOWN_BELOW_MOMENT : SHOWN).map((event) => (
          <ActivityRow
            key={rowKey(event)}
            event={event}
            tenantId={tenant.id}
            now={now}
            isNew={fresh.has(rowKey(event))}
          />
        ))}
      </ol>
    </div>
  )
}
