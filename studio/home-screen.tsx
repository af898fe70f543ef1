import { Navigate, useLocation } from 'react-router'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import LandingScreen from './landing-screen.tsx'
import { useAuth } from './session.tsx'
import { readLastTab } from './storage.ts'

/** The root: visitors see the landing page, people signed in go on where they were last. */
export default function HomeScreen() {
  const { loading, user } = useAuth()
  const { search } = useLocation()
  // A provider's answer that belongs to no sign-in of this browser ends here (the service knows no better place).
  if (new URLSearchParams(search).has('error_code'))
    return <Navigate to={`/auth/callback${search}`} replace />
  if (loading) return <SpinnerScreen words="Loading..." />
  if (user) return <Navigate to={readLastTab(localStorage) ?? '/studio'} replace />
  return <LandingScreen />
}
