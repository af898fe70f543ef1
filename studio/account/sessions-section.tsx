import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { deviceName } from '#kernel/browser/device-name.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { authErrorText } from '../auth/auth-errors.ts'
import { useAction } from '../auth/use-action.ts'
import { authClient } from '../session/auth-client.ts'
import { useAuth } from '../session/session.tsx'
import { authCall } from '../session/auth-call.ts'
import { LoadedContent, Row, Rows, Section } from './section.tsx'
import { formatRelativeTime } from '#kernel/browser/relative-time.ts'
import { accountKey } from './use-account.ts'

/** A session as returned by GET /auth/v1/sessions. */
interface SessionRow {
  id: string
  created_at: string
  /** When its token was last refreshed; an active browser does so every hour. */
  refreshed_at: string
  user_agent: string | null
  ip: string | null
  /** Whether this is the session of this request. */
  current: boolean
}

/** Lists the user's sessions, with buttons to sign them out. */
export function SessionsSection() {
  const { user } = useAuth()
  const sessions = useQuery({
    queryKey: accountKey(user?.id, 'sessions'),
    enabled: user !== null,
    queryFn: async () => {
      const { data, error } = await authCall<{ sessions: SessionRow[] }>('GET', '/sessions')
      if (error) throw new Error(authErrorText(error))
      return data!.sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
    },
  })
  return (
    <Section
      title="Sessions"
      text="Devices you're signed in on. Don't recognize one? Sign it out and change your password."
    >
      <LoadedContent query={sessions} failed="We couldn't load your sessions." rows={2}>
        {(all) => (
          <>
            <Rows label="Sessions">
              {all.map((session) => (
                <SessionLine key={session.id} session={session} />
              ))}
            </Rows>
            {all.length > 1 ? <OthersButton count={all.length - 1} /> : null}
          </>
        )}
      </LoadedContent>
    </Section>
  )
}

function useRefetchSessions() {
  const { user } = useAuth()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: accountKey(user?.id, 'sessions') })
}

function SessionLine({ session }: { session: SessionRow }) {
  const refetchSessions = useRefetchSessions()
  const [isConfirming, setIsConfirming] = useState(false)
  const { busy, run } = useAction()
  const device = deviceName(session.user_agent)
  const Icon = device.mobile ? Smartphone : Monitor

  async function end() {
    const done = await run(async () => {
      const result = await authCall('DELETE', `/sessions/${session.id}`)
      if (result.error) toast.error('Could not sign out the device', authErrorText(result.error))
      return result
    })
    setIsConfirming(false)
    await refetchSessions()
    if (done) toast.success(`${device.name} is signed out.`)
  }

  const place = session.ip ? `${session.ip} · ` : ''
  return (
    <>
      <Row
        icon={<Icon size={18} strokeWidth={1.75} />}
        title={device.name}
        badge={session.current ? <Badge tone="accent">This device</Badge> : null}
        text={
          session.current
            ? `${place}Signed in ${formatRelativeTime(session.created_at)}`
            : `${place}Last active ${formatRelativeTime(session.refreshed_at)}`
        }
        actions={
          session.current ? null : (
            <IconButton
              label={`Sign out ${device.name}`}
              icon={<LogOut size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => setIsConfirming(true)}
            />
          )
        }
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Sign out ${device.name}?`}
        confirmLabel="Sign out"
        busy={busy}
        busyLabel="Signing out..."
        onConfirm={() => void end()}
      >
        This signs out that device. Unsaved work there is lost.
      </ConfirmDialog>
    </>
  )
}

function OthersButton({ count }: { count: number }) {
  const refetchSessions = useRefetchSessions()
  const [isConfirming, setIsConfirming] = useState(false)
  const { busy, run } = useAction()

  async function end() {
    const done = await run(async () => {
      const result = await (await authClient()).signOut({ scope: 'others' })
      if (result.error) toast.error('Could not sign out the other devices', authErrorText(result.error))
      return result
    })
    setIsConfirming(false)
    await refetchSessions()
    if (done) toast.success('All other devices are signed out.')
  }

  return (
    <div>
      <Button onClick={() => setIsConfirming(true)}>Sign out all other devices</Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Sign out all other devices?"
        confirmLabel="Sign out"
        busy={busy}
        busyLabel="Signing out..."
        onConfirm={() => void end()}
      >
        {count === 1 ? 'One other session ends.' : `${count} other sessions end.`} This device stays signed
        in.
      </ConfirmDialog>
    </div>
  )
}
