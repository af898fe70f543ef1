import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

/** Excludes the front page and `/try`: they show components of other units, so the Studio assembles them. */
export const marketingScreens: readonly Screen[] = [
  {
    path: '/trust',
    title: 'Trust and security',
    Component: lazy(() => import('./trust/trust-screen.tsx')),
    guard: 'public',
    light: true,
  },
]
