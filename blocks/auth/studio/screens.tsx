import { lazy } from '#ui/lazy.tsx'
import type { BlockStudio } from '#studio/screen.ts'
import { TABS } from './tabs.ts'

const SignInScreen = lazy(() => import('./sign-in-screen.tsx'))

export const authStudio: BlockStudio = {
  nav: {
    label: 'Sign-in',
    text: 'Members, and how they sign in',
    path: TABS[0].path,
    order: 1,
  },
  screens: TABS.map((tab) => ({ ...tab, Component: SignInScreen })),
}
