import { ActivitySkeleton } from '#features/activity/studio/activity-skeleton.tsx'
import { blockTenantTabs } from '#blocks/screens.tsx'
import { ConnectButton } from '#features/connect/studio/connect-button.tsx'
import { PaymentsStatus } from '#features/connect/studio/payments-status.tsx'
import { useConnectReturn } from '#features/connect/studio/use-connect-return.ts'
import { OrdersSection } from '#features/orders/studio/orders-section.tsx'
import { PlanCard } from '#features/plans/studio/plan-card.tsx'
import { StaffNotices } from '#features/staff/studio/staff-notices.tsx'
import { StatsSkeleton } from '#features/stats/studio/stats-skeleton.tsx'
import { featureTenantTabs } from '#features/screens.tsx'
import { Dashboard } from '#features/tenants/studio/dashboard.tsx'
import type { DashboardParts } from '#features/tenants/studio/dashboard-parts.ts'
import { lazy } from '#ui/lazy.tsx'

const parts: DashboardParts = {
  PlanCard,
  StaffNotices,
  PaymentsStatus,
  ConnectButton,
  ConnectDialog: lazy(() => import('#features/connect/studio/connect-dialog.tsx'), 'over'),
  Stats: lazy(() => import('#features/stats/studio/stats-section.tsx')),
  StatsSkeleton,
  Activity: lazy(() => import('#features/activity/studio/activity-section.tsx')),
  ActivitySkeleton,
  Orders: OrdersSection,
  tabs: [...featureTenantTabs, ...blockTenantTabs],
}

/** `/studio`: the tenants' dashboard, composed from components of several features. */
export default function DashboardScreen() {
  useConnectReturn()
  return <Dashboard parts={parts} />
}
