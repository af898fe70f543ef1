import type { BlockStudio } from '#studio/screen.ts'
import { lazy } from '#ui/lazy.tsx'
import { TABS } from './tabs.ts'

const LibraryScreen = lazy(() => import('./library-screen.tsx'))

export const libraryStudio: BlockStudio = {
  nav: {
    label: 'Library',
    text: 'Articles, media and courses',
    path: TABS[0].path,
    order: 5,
  },
  screens: TABS.map(({ path, title, guard }) => ({ path, title, guard, Component: LibraryScreen })),
}
