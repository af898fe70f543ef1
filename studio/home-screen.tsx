import { Navigate, useLocation } from 'react-router'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import LandingScreen from './landing-screen.tsx'
import { useAuth } from './session/session.tsx'
import { readLastTab } from './data/storage.ts'

/** `/`: visitors see the landing page; signed-in users are redirected to their last tab. */
export default function HomeScreen() {
  const { loading, user } = useAuth()
  const { search } = useLocation()
  // The auth service redirects a provider's error here if it cannot match it to a sign-in of this browser.
  if (new URLSearchParams(search).has('error_code'))
    return <Navigate to={`/auth/callback${search}`} replace />
  if (loading) return <SpinnerScreen label="Loading..." />
  if (user) return <Navigate to={readLastTab(localStorage) ?? '/studio'} replace />
  return <LandingScreen />
}
