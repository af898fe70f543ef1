import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

/**
 * The Connect Suite: each tab is its own screen. The webhooks tab belongs to another feature
 * (features/screens.tsx), the chatbot tab to a block (blocks/screens.tsx), and the overview shows states of all
 * (studio/screens.tsx).
 */
export const connectScreens: readonly Screen[] = [
  {
    path: '/studio/connect/stripe',
    title: 'Connect Center',
    Component: lazy(() => import('./center/connect-center.tsx')),
    guard: 'settings',
  },
  {
    path: '/studio/connect/auth',
    title: 'Authentication',
    Component: lazy(() => import('./suite/auth-tab.tsx')),
    guard: 'settings',
  },
  {
    path: '/studio/connect/email',
    title: 'Email',
    Component: lazy(() => import('./suite/email-tab.tsx')),
    guard: 'settings',
  },
  {
    path: '/studio/connect/analytics',
    title: 'Analytics',
    Component: lazy(() => import('./suite/analytics-tab.tsx')),
    guard: 'settings',
  },
  {
    path: '/studio/connect/databases',
    title: 'Databases',
    Component: lazy(() => import('./suite/databases-tab.tsx')),
    guard: 'settings',
  },
  {
    path: '/studio/mode',
    title: 'Switch mode',
    Component: lazy(() => import('./mode/mode-screen.tsx')),
    guard: 'own',
  },
]
