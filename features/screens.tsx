import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'
import type { TenantTab } from '#studio/tenant/tenant-tab.ts'
import { auditScreens } from './audit/studio/screens.tsx'
import { connectScreens } from './connect/studio/screens.tsx'
import { marketingScreens } from './marketing/studio/screens.tsx'
import { installScreens } from './install/studio/screens.tsx'
import { myBlocksScreens } from './my-blocks/studio/screens.tsx'
import { customersScreens } from './customers/studio/screens.tsx'
import { inboxScreens } from './orders/studio/inbox-screens.tsx'
import { plansScreens } from './plans/studio/screens.tsx'
import { trustCheckScreens } from './trust-check/studio/screens.tsx'
import { onboardingScreens } from './onboarding/studio/screens.tsx'
import { staffScreens } from './staff/studio/screens.tsx'
import { tenantsScreens } from './tenants/studio/screens.tsx'
import { playgroundScreens } from './playground/studio/screens.tsx'
import { webhooksScreens } from './webhooks/studio/screens.tsx'

/** Screens of all features: one line per feature that has a `studio/screens.tsx`. */
export const featureScreens: readonly Screen[] = [
  ...auditScreens,
  ...customersScreens,
  ...connectScreens,
  ...marketingScreens,
  ...plansScreens,
  ...inboxScreens,
  ...trustCheckScreens,
  ...myBlocksScreens,
  ...playgroundScreens,
  ...webhooksScreens,
  ...installScreens,
  ...onboardingScreens,
  ...staffScreens,
  ...tenantsScreens,
]

/** Tabs of Tenant Settings, in their order, before those of the blocks. */
export const featureTenantTabs: readonly TenantTab[] = [
  {
    id: 'payments',
    label: 'Payments',
    guard: 'settings',
    Component: lazy(() => import('./connect/studio/payments-tab.tsx')),
  },
]
