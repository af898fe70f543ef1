import { CalendarPlus, Ticket } from 'lucide-react'
import { Link } from 'react-router'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { NEW_EVENT } from './new-event.ts'

export interface NoEventsProps {
  tenant: TenantRow
  /** What the page is for once there is an event. */
  text: string
}

/** For a page that needs an event: what it will show, and the way to the first event. */
export function NoEvents({ tenant, text }: NoEventsProps) {
  return (
    <EmptyState
      level={2}
      icon={<Ticket size={22} strokeWidth={1.75} aria-hidden />}
      title="No events yet"
      text={text}
      actions={
        mayWith(tenant, 'content') ? (
          <Link
            {...buttonStyle({ variant: 'primary' })}
            to={`/bolt/tickets?tenant=${tenant.id}&event=${NEW_EVENT}`}
          >
            <CalendarPlus size={16} strokeWidth={1.75} aria-hidden />
            New event
          </Link>
        ) : undefined
      }
    />
  )
}
