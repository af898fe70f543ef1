import { type ReactNode, Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Navigate, useLocation } from 'react-router'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import type { Screen } from './screen.ts'
import { useAuth } from './session/session.tsx'

const AccessGuard = lazy(() => import('./plan/access-guard.tsx'))

/** Redirects signed-out visitors to /auth, with the current URL as the return path. */
function LoginGuard({ children }: { children: ReactNode }) {
  const { loading, user } = useAuth()
  const { pathname, search } = useLocation()
  if (loading) return <SpinnerScreen label="Loading..." />
  if (!user) return <Navigate to={`/auth?next=${encodeURIComponent(pathname + search)}`} replace />
  return children
}

/** Wraps a screen in the guard that its route names. */
export function Guarded({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { guard } = screen
  if (guard === 'public') return children
  if (guard === 'login') return <LoginGuard>{children}</LoginGuard>
  const waiting = guard === 'paid' ? null : <SpinnerScreen label="Loading..." />
  return (
    <LoginGuard>
      <Suspense fallback={waiting}>
        <AccessGuard screen={screen} waiting={waiting}>
          {children}
        </AccessGuard>
      </Suspense>
    </LoginGuard>
  )
}
