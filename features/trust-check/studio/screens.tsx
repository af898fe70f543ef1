import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

export const trustCheckScreens: readonly Screen[] = [
  {
    path: '/trust-check',
    title: 'Trust check',
    Component: lazy(() => import('./trust-check-screen.tsx')),
    guard: 'public',
  },
]
