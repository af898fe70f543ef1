import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

/** Without the front page and `/try`, which show parts of other units and are put together in the Studio. */
export const marketingScreens: readonly Screen[] = [
  {
    path: '/trust',
    title: 'Trust and security',
    Component: lazy(() => import('./trust/trust-screen.tsx')),
    guard: 'public',
    light: true,
  },
]
