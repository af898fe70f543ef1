import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import { safeReturnPath } from '../routing/safe-return-path.ts'
import { useAuth } from '../session/session.tsx'
import { AuthForm } from './auth-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { EmailSignIn } from './email-sign-in.tsx'
import { isNewAccount } from './new-account.ts'
import { NewAccountStart } from './new-account-start.tsx'
import { SecondFactorScreen } from './second-factor-screen.tsx'

const SIDES = ['sign-in', 'sign-up', 'forgot', 'code'] as const
type Side = (typeof SIDES)[number]

/**
 * Sign-in and sign-up. `next` (or `redirect`) is the return path; `mode` selects the form. Start buttons link
 * to `/auth?next=…#sign-up`. The specification fixes the path and query of that URL, so the form is chosen by
 * the fragment and then stored in the history entry, which survives a reload.
 */
export default function AuthScreen() {
  const { loading, user, pendingUser, passwordDue } = useAuth()
  const [query, setQuery] = useSearchParams()
  const { hash, search, state } = useLocation()
  const [email, setEmail] = useState('')
  const next = safeReturnPath(query.get('next') ?? query.get('redirect'))
  // A provider's error redirect that landed here instead of on the callback page.
  if (query.has('error_code')) return <Navigate to={`/auth/callback?${query.toString()}`} replace />
  if (loading) return <SpinnerScreen label="Loading..." />
  if (user && !passwordDue && isNewAccount()) return <NewAccountStart userId={user.id} next={next} />
  if (user)
    return (
      <Navigate to={passwordDue ? `/auth/new-password?next=${encodeURIComponent(next)}` : next} replace />
    )

  if (hash === '#sign-up') return <Navigate to={{ search }} replace state={{ side: 'sign-up' }} />
  const wanted = query.get('mode') ?? (state as { side?: string } | null)?.side
  const side = SIDES.find((each) => each === wanted) ?? 'sign-in'
  function show(to: Side) {
    setQuery(
      (params) => {
        if (to === 'sign-in') params.delete('mode')
        else params.set('mode', to)
        return params
      },
      { replace: true },
    )
  }

  return (
    <AuthFrame>
      {pendingUser ? (
        <SecondFactorScreen user={pendingUser} />
      ) : side === 'forgot' || side === 'code' ? (
        <EmailSignIn
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
