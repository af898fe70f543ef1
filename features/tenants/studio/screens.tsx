import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

export const tenantsScreens: readonly Screen[] = [
  {
    path: '/bolt/studio/onboarding',
    title: 'Set up a tenant',
    Component: lazy(() => import('./wizard/wizard-screen.tsx')),
    // The screen itself redirects visitors to the plans, not to sign-in.
    guard: 'public',
  },
]
