import type { BlockStudio } from '#studio/screen.ts'
import { lazy } from '#ui/lazy.tsx'
import { TABS } from './tabs.ts'

const AssistantScreen = lazy(() => import('./assistant-screen.tsx'))

export const promptStudio: BlockStudio = {
  nav: {
    label: 'Assistant',
    text: 'Answers from your own sources',
    path: TABS[0].path,
    order: 6,
  },
  screens: [
    ...TABS.map(({ path, title, guard }) => ({ path, title, guard, Component: AssistantScreen })),
    // A page of the Connect Suite.
    {
      path: '/studio/connect/chatbot',
      title: 'Chatbot',
      guard: 'settings',
      Component: lazy(() => import('./provider/chatbot-screen.tsx')),
    },
  ],
}
