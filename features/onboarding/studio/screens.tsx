import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

export const onboardingScreens: readonly Screen[] = [
  {
    path: '/bolt/onboarding',
    title: 'Your profile',
    Component: lazy(() => import('./profile-screen.tsx')),
    guard: 'login',
  },
]
