import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import { FailedRow } from '#ui/failed-row.tsx'
import { useAccess } from './access.ts'
import type { GuardName } from './screen.ts'
import { useAuth } from './session.tsx'

/** Signed in, or on to /auth with the way back. */
export function LoginGuard({ children }: { children: ReactNode }) {
  const { loading, user } = useAuth()
  const { pathname, search } = useLocation()
  if (loading) return <SpinnerScreen words="Loading..." />
  if (!user) return <Navigate to={`/auth?next=${encodeURIComponent(pathname + search)}`} replace />
  return children
}

/** With access as the server sees it, or on to the plans. `waiting` stands while the answer is on its way. */
function AccessGuard({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const { data, isError, isFetching, refetch } = useAccess()
  if (data) return data.active ? children : <Navigate to="/bolt/pricing" replace />
  if (!isError) return waiting
  return (
    <FailedRow message="Your plan could not be checked." busy={isFetching} onRetry={() => void refetch()} />
  )
}

/** The guard that a line of the route table names. */
export function Guarded({ guard, children }: { guard: GuardName; children: ReactNode }) {
  if (guard === 'public') return children
  if (guard === 'login') return <LoginGuard>{children}</LoginGuard>
  return (
    <LoginGuard>
      <AccessGuard waiting={guard === 'paid' ? null : <SpinnerScreen words="Loading..." />}>
        {children}
      </AccessGuard>
    </LoginGuard>
  )
}
