import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import { safeReturnPath } from '../safe-return-path.ts'
import { useAuth } from '../session.tsx'
import { AuthForm } from './auth-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { MailSide } from './mail-sides.tsx'
import { SecondFactorScreen } from './second-factor-screen.tsx'

const SIDES = ['sign-in', 'sign-up', 'forgot', 'code'] as const
type Side = (typeof SIDES)[number]

/**
 * Signing in and signing up. `next` (or `redirect`) is the return path, `mode` the side that shows.
 * Start buttons lead to `/auth?next=…#sign-up`: the specification fixes path and query of that address, so the side
 * moves from the fragment into the history entry, where a reload keeps it.
 */
export default function AuthScreen() {
  const { loading, user, halfway, passwordDue } = useAuth()
  const [query, setQuery] = useSearchParams()
  const { hash, search, state } = useLocation()
  const [email, setEmail] = useState('')
  const next = safeReturnPath(query.get('next') ?? query.get('redirect'))
  // A refusal that a provider's redirect brought here instead of to its own page.
  if (query.has('error_code')) return <Navigate to={`/auth/callback?${query.toString()}`} replace />
  if (loading) return <SpinnerScreen words="Loading..." />
  if (user)
    return (
      <Navigate to={passwordDue ? `/auth/new-password?next=${encodeURIComponent(next)}` : next} replace />
    )

  if (hash === '#sign-up') return <Navigate to={{ search }} replace state={{ side: 'sign-up' }} />
  const wanted = query.get('mode') ?? (state as { side?: string } | null)?.side
  const side = SIDES.find((each) => each === wanted) ?? 'sign-in'
  function show(to: Side) {
    setQuery(
      (now) => {
        if (to === 'sign-in') now.delete('mode')
        else now.set('mode', to)
        return now
      },
      { replace: true },
    )
  }

  return (
    <AuthFrame>
      {halfway ? (
        <SecondFactorScreen user={halfway} />
      ) : side === 'forgot' || side === 'code' ? (
        <MailSide
          key={side}
          side={side}
          email={email}
          onEmail={setEmail}
          next={next}
          onBack={() => show('sign-in')}
        />
      ) : (
        <AuthForm signUp={side === 'sign-up'} email={email} onEmail={setEmail} next={next} onShow={show} />
      )}
    </AuthFrame>
  )
}
