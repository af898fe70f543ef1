import { AppWindow, LogOut, Monitor, Smartphone } from 'lucide-react'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { deviceName } from '#kernel/browser/device-name.ts'
import { IconButton } from '#ui/icon-button.tsx'
import type { CustomerDetail, CustomerSession } from '../endpoints.ts'
import { useSignOut } from './use-customer.ts'
import type { OfTenant } from './use-customers.ts'

/** A customer's sessions, each with a button to end it. */
export function CustomerSessions(props: { tenant: OfTenant; customer: CustomerDetail }) {
  const { tenant, customer } = props
  const signOut = useSignOut(tenant, () => undefined)
  const ending = signOut.isPending ? signOut.variables.session_id : undefined
  return (
    <section aria-labelledby="customer-sessions">
      <h3 id="customer-sessions" className="mb-2 text-small font-label">
        Sessions
      </h3>
      {customer.sessions.length === 0 ? (
        <p className="text-text-2">Not signed in anywhere.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {customer.sessions.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              busy={ending === session.id}
              onEnd={() => signOut.mutate({ customer, session_id: session.id })}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function SessionLine(props: { session: CustomerSession; busy: boolean; onEnd: () => void }) {
  const { session, busy, onEnd } = props
  const device = deviceName(session.user_agent)
  const name = session.app ?? device.name
  const Icon = session.app ? AppWindow : device.mobile ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Icon size={18} strokeWidth={1.75} className="shrink-0 text-text-2" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere">{name}</span>
        <span className="block text-small text-text-2 tabular-nums">
          {session.ip ? `${session.ip} · ` : ''}Last active {formatDateTime(session.refreshed_at)}
        </span>
      </span>
      <IconButton
        label={`Sign out ${name}`}
        disabled={busy}
        icon={<LogOut size={16} strokeWidth={1.75} aria-hidden />}
        onClick={onEnd}
      />
    </li>
  )
}
