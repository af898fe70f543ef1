import { lazy } from '#ui/lazy.tsx'
import type { BlockStudio } from '#studio/screen.ts'
import { TABS } from './tabs.ts'

const LibraryScreen = lazy(() => import('./library-screen.tsx'))

export const libraryStudio: BlockStudio = {
  nav: {
    label: 'Library',
    text: 'Articles, media and courses',
    path: TABS[0].path,
    order: 50,
  },
  screens: TABS.map((tab) => ({ ...tab, Component: LibraryScreen })),
}
