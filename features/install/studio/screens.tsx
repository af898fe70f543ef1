import type { Screen } from '#studio/screen.ts'
import { lazy } from '#ui/lazy.tsx'

export const installScreens: readonly Screen[] = [
  {
    path: '/studio/install',
    title: 'Install',
    Component: lazy(() => import('./install-screen.tsx')),
    guard: 'see',
  },
]
