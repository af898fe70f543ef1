import { lazy } from 'react'
import type { Screen } from '#studio/screen.ts'

export const onboardingScreens: readonly Screen[] = [
  {
    path: '/bolt/onboarding',
    title: 'Your profile',
    Component: lazy(() => import('./profile-screen.tsx')),
    guard: 'login',
  },
]
