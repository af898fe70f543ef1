import type { ComponentType } from 'react'
import type { TenantTab } from '#studio/tenant-tab.ts'
import type { TenantRow } from '#studio/tenants.ts'

type OfTenant<More = unknown> = ComponentType<{ tenant: TenantRow } & More>

/** What other units put on the dashboard; the Studio hands it in, so that units need not know each other. */
export interface DashboardParts {
  PlanCard: ComponentType
  /** The Payments line of a card. */
  PaymentsStatus: OfTenant
  /** The act at the end of a card. */
  ConnectButton: OfTenant<{ onConnect: () => void }>
  ConnectDialog: OfTenant<{ onClose: () => void }>
  /** Sales, orders and sign-ups by day, and what stands in their place until they are there. */
  Stats: OfTenant<{ onEmbed: () => void }>
  StatsSkeleton: ComponentType
  Orders: OfTenant<{ onEmbed: () => void }>
  /** Tabs of Tenant Settings after General and Auth, in this order. */
  tabs: readonly TenantTab[]
}
