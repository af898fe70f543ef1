import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

const ListScreen = lazy(() => import('./list/list-screen.tsx'))

/** My Blocks at its two addresses, which differ in their guard, and the screen of one block. */
export const myBlocksScreens: readonly Screen[] = [
  { path: '/bolt/blocks', title: 'My Blocks', Component: ListScreen, guard: 'paid' },
  { path: '/bolt/dashboard', title: 'My Blocks', Component: ListScreen, guard: 'active' },
  {
    path: '/bolt/blocks/:id',
    title: 'Block',
    Component: lazy(() => import('./detail/detail-screen.tsx')),
    guard: 'paid',
  },
]
