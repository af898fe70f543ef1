import { Navigate, useSearchParams } from 'react-router'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import { safeReturnPath } from '../safe-return-path.ts'
import { useAuth } from '../session.tsx'
import { AuthForm } from './auth-form.tsx'
import { AuthFrame } from './auth-frame.tsx'

/** Signing in and signing up; `next` (or `redirect`) is the way back, `mode` the side that shows. */
export default function AuthScreen() {
  const { loading, user } = useAuth()
  const [query, setQuery] = useSearchParams()
  if (loading) return <SpinnerScreen words="Loading..." />
  if (user) return <Navigate to={safeReturnPath(query.get('next') ?? query.get('redirect'))} replace />

  const signUp = query.get('mode') === 'sign-up'
  function toggle() {
    setQuery(
      (now) => {
        if (signUp) now.delete('mode')
        else now.set('mode', 'sign-up')
        return now
      },
      { replace: true },
    )
  }

  return (
    <AuthFrame>
      <AuthForm signUp={signUp} onToggle={toggle} />
    </AuthFrame>
  )
}
