import type { ComponentType } from 'react'
import type { TenantTab } from '#studio/tenant/tenant-tab.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'

type OfTenant<More = unknown> = ComponentType<{ tenant: TenantRow } & More>

/**
 * Components of other units on the dashboard. The Studio passes them in, so that units do not depend on each
 * other.
 */
export interface DashboardParts {
  PlanCard: ComponentType
  /** What the user's memberships in the staff of other tenants need from them. */
  StaffNotices: ComponentType
  /** The Payments line of a card. */
  PaymentsStatus: OfTenant
  /** The button at the end of a card. */
  ConnectButton: OfTenant<{ onConnect: () => void }>
  ConnectDialog: OfTenant<{ onClose: () => void }>
  /** Sales, orders and sign-ups by day, and their loading state. */
  Stats: OfTenant<{ onEmbed: () => void }>
  StatsSkeleton: ComponentType<{ name?: string | undefined }>
  /** The newest sign-ups, orders and refunds, beside the statistics, and its loading state. */
  Activity: OfTenant<{ onEmbed: () => void }>
  ActivitySkeleton: ComponentType
  Orders: OfTenant<{ onEmbed: () => void }>
  /** Tabs of Tenant Settings after General and Auth, in this order. */
  tabs: readonly TenantTab[]
}
