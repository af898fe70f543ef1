import type { BlockStudio } from '#studio/screen.ts'
import { lazy } from '#ui/lazy.tsx'
import { TABS } from './tabs.ts'

const AnalyticsScreen = lazy(() => import('./analytics-screen.tsx'))

export const analyticsStudio: BlockStudio = {
  nav: {
    label: 'Analytics',
    text: 'Visits and sales, without cookies',
    path: TABS[0].path,
    order: 7,
  },
  screens: TABS.map(({ path, title, guard }) => ({ path, title, guard, Component: AnalyticsScreen })),
}
