import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

/** What the card provider told of the tenant's account, beside what we tell others (features/webhooks). */
export const inboxScreens: readonly Screen[] = [
  {
    path: '/studio/connect/webhooks/received',
    title: 'Events from Stripe',
    Component: lazy(() => import('./inbox-screen.tsx')),
    guard: 'login',
  },
]
