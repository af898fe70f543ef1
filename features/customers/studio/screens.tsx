import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

export const customersScreens: readonly Screen[] = [
  {
    path: '/studio/customers',
    title: 'Customers',
    Component: lazy(() => import('./customers-screen.tsx')),
    guard: 'people',
  },
]
