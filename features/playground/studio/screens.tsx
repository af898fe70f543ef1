import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

export const playgroundScreens: readonly Screen[] = [
  {
    path: '/playground',
    title: 'Playground',
    Component: lazy(() => import('./playground-screen.tsx')),
    guard: 'public',
  },
]
