import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

/** The screen of one block. The Studio lists them at `/bolt/blocks`, with the blocks of other kinds. */
export const myBlocksScreens: readonly Screen[] = [
  {
    path: '/bolt/blocks/:id',
    title: 'Block',
    Component: lazy(() => import('./detail/detail-screen.tsx')),
    guard: 'paid',
  },
]
