import { Tag } from 'lucide-react'
import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'
import type { TenantTab } from '#studio/tenant/tenant-tab.ts'
import type { BlockName } from './registry.ts'

/** A block's additions to the Studio: screens and tabs of Tenant Settings. */
interface BlockScreens {
  screens?: readonly Screen[]
  tabs?: readonly TenantTab[]
}

/** One line per block. The order here is the order of the tabs. */
const byBlock: Record<BlockName, BlockScreens> = {
  auth: {},
  pay: {
    tabs: [
      {
        id: 'products',
        icon: Tag,
        label: 'Products',
        Component: lazy(() => import('./pay/studio/products-tab.tsx')),
      },
    ],
  },
}

export const blockScreens: readonly Screen[] = Object.values(byBlock).flatMap(({ screens = [] }) => screens)

export const blockTenantTabs: readonly TenantTab[] = Object.values(byBlock).flatMap(({ tabs = [] }) => tabs)
