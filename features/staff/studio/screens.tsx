import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

export const staffScreens: readonly Screen[] = [
  {
    path: '/studio/staff',
    title: 'Staff',
    Component: lazy(() => import('./staff-screen.tsx')),
    // Everyone leaves here.
    guard: 'see',
  },
]
