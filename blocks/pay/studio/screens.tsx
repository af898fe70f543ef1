import { Tag } from 'lucide-react'
import { lazy } from '#ui/lazy.tsx'
import type { BlockStudio } from '#studio/screen.ts'
import { TABS } from './tabs.ts'

const PaymentsScreen = lazy(() => import('./payments-screen.tsx'))

export const payStudio: BlockStudio = {
  nav: {
    label: 'Payments',
    text: 'Products, orders and subscriptions',
    path: TABS[0].path,
    order: 2,
  },
  screens: TABS.map((tab) => ({ ...tab, Component: PaymentsScreen })),
  tabs: [
    {
      id: 'products',
      icon: Tag,
      label: 'Products',
      guard: 'content',
      Component: lazy(() => import('./products-tab.tsx')),
    },
  ],
}
