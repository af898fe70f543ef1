import { Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Link } from 'react-router'
import { useAuth } from '#studio/session/session.tsx'
import { buttonStyle } from '#ui/base/button.tsx'

// Only signed-in users have access rights to load.
const StartOfUser = lazy(() => import('./user-start-link.tsx'))

/** The start button: leads to sign-up, to the Studio, or to the missing step. */
export function StartLink() {
  const { user } = useAuth()
  const plain = <Start to={user ? '/bolt/studio' : '/auth?next=/bolt/studio#sign-up'} />
  return user ? (
    <Suspense fallback={plain}>
      <StartOfUser />
    </Suspense>
  ) : (
    plain
  )
}

export function Start({ to }: { to: string }) {
  return (
    <Link {...buttonStyle({ size: 'large' })} to={to}>
      Get Started
    </Link>
  )
}
