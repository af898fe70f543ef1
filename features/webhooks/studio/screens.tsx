import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

/** A page of the Connect Suite. The list of events received from the card provider is in features/orders. */
export const webhooksScreens: readonly Screen[] = [
  {
    path: '/studio/connect/webhooks',
    title: 'Webhooks',
    Component: lazy(() => import('./webhooks-screen.tsx')),
    guard: 'settings',
  },
]
