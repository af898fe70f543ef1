import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

export const auditScreens: readonly Screen[] = [
  {
    path: '/studio/audit',
    title: 'Audit log',
    Component: lazy(() => import('./audit-screen.tsx')),
    guard: 'settings',
  },
]
