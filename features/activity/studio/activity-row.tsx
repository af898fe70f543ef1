import { Receipt, Undo2, UserRoundPlus } from 'lucide-react'
import { Link } from 'react-router'
import { formatPrice } from '#kernel/browser/money.ts'
import { formatRelativeTime } from '#kernel/browser/relative-time.ts'
import { useOpenRow } from '#studio/routing/use-open-row.ts'
import type { ActivityEvent } from '../endpoints.ts'

const ICONS = { 'sign-up': UserRoundPlus, order: Receipt, refund: Undo2 }

export interface ActivityRowProps {
  event: ActivityEvent
  tenantId: string
  /** Current time in milliseconds. */
  now: number
  /** Whether it came in while the list was on screen. */
  isNew: boolean
}

const ROW =
  'flex w-full min-w-0 cursor-pointer items-center gap-3 rounded-control px-2 py-2 text-left hover:bg-hover'

/** One event. It opens the order, or the customer. */
export function ActivityRow({ event, tenantId, now, isNew }: ActivityRowProps) {
  const { open } = useOpenRow('order')
  const Icon = ICONS[event.kind]
  const content = (
    <>
      <span className="grid size-7 flex-none place-items-center rounded-full bg-subtle text-text-2">
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex gap-3 font-medium">
          <span className="min-w-0 flex-1 truncate">
            {event.kind === 'sign-up' ? event.who || 'A visitor' : event.product}
          </span>
          {event.kind === 'sign-up' ? null : (
            <span className="tabular-nums">
              {event.kind === 'refund' ? '−' : ''}
              {formatPrice(event.amount, event.currency)}
            </span>
          )}
        </span>
        <span className="block truncate text-small text-text-2">
          {WORDS[event.kind]} {formatRelativeTime(event.at, now)}
          {event.kind !== 'sign-up' && event.who ? ` · ${event.who}` : ''}
        </span>
      </span>
    </>
  )
  return (
    <li className="bb-activity-row" data-new={isNew ? '' : undefined}>
      {event.kind === 'sign-up' ? (
        <Link className={ROW} to={`/studio/customers?tenant=${tenantId}&customer=${event.id}`}>
          {content}
        </Link>
      ) : (
        <button type="button" className={ROW} onClick={() => open(event.orderId)}>
          {content}
        </button>
      )}
    </li>
  )
}

const WORDS = { 'sign-up': 'Signed up', order: 'Paid', refund: 'Refunded' }
