import type { BlockStudio } from '#studio/screen.ts'
import { lazy } from '#ui/lazy.tsx'
import { TABS } from './tabs.ts'

const TicketsScreen = lazy(() => import('./tickets-screen.tsx'))

export const ticketsStudio: BlockStudio = {
  nav: {
    label: 'Tickets',
    text: 'Events, tickets and attendees',
    path: TABS[0].path,
    order: 4,
  },
  screens: TABS.map(({ path, title, guard }) => ({ path, title, guard, Component: TicketsScreen })),
}
