import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

/**
 * The card provider's events about the tenant's account. Events that we send to others are in
 * features/webhooks.
 */
export const inboxScreens: readonly Screen[] = [
  {
    path: '/studio/connect/webhooks/received',
    title: 'Events from Stripe',
    Component: lazy(() => import('./inbox-screen.tsx')),
    guard: 'orders',
  },
]
