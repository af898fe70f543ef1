import { lazy } from 'react'
import type { Screen } from '#studio/screen.ts'
import type { TenantTab } from '#studio/tenant-tab.ts'

/** Screens of all features: one line per feature that has a `studio/screens.tsx`. */
export const featureScreens: readonly Screen[] = []

/** Tabs of Tenant Settings, in their order, before those of the blocks. */
export const featureTenantTabs: readonly TenantTab[] = [
  { id: 'payments', label: 'Payments', Component: lazy(() => import('./connect/studio/payments-tab.tsx')) },
]
