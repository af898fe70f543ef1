import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

/** A page of the Connect Suite; what the card provider told us stands beside it (features/orders). */
export const webhooksScreens: readonly Screen[] = [
  {
    path: '/studio/connect/webhooks',
    title: 'Webhooks',
    Component: lazy(() => import('./webhooks-screen.tsx')),
    guard: 'login',
  },
]
