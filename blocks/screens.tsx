import { lazy } from 'react'
import type { Screen } from '#studio/screen.ts'
import type { TenantTab } from '#studio/tenant-tab.ts'

/** Screens of all blocks: one line per block that has a `studio/screens.tsx`. */
export const blockScreens: readonly Screen[] = []

/** Tabs of Tenant Settings, in their order. */
export const blockTenantTabs: readonly TenantTab[] = [
  { id: 'products', label: 'Products', Component: lazy(() => import('./pay/studio/products-tab.tsx')) },
]
