import { lazy } from '#ui/lazy.tsx'
import type { BlockStudio } from '#studio/screen.ts'
import { FILES, TABS } from './tabs.ts'

const TablesScreen = lazy(() => import('./tables-screen.tsx'))
const FilesScreen = lazy(() => import('./files/files-screen.tsx'))

export const databaseStudio: BlockStudio = {
  nav: {
    label: 'Tables',
    text: 'Answers to forms, lists, files and your own data',
    path: TABS[0].path,
    order: 3,
  },
  screens: [
    ...TABS.map(({ path, title, guard }) => ({ path, title, guard, Component: TablesScreen })),
    { ...FILES, Component: FilesScreen },
  ],
}
