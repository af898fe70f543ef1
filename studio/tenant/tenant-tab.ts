import type { ComponentType, LazyExoticComponent } from 'react'
import type { LucideIcon } from 'lucide-react'
import type { TenantRight } from '#kernel/browser/staff-rights.ts'
import type { TenantRow } from './tenants.ts'

/**
 * A tab that a feature or block adds to Tenant Settings. They are listed in `features/screens.tsx` and
 * `blocks/screens.tsx`. A tab may store its own state in the URL, in parameters other than `tab`.
 */
export interface TenantTab {
  /** Value of the `tab` parameter in the URL. */
  id: string
  label: string
  /** The right that it needs on the tenant; others do not see it. */
  guard: TenantRight
  /** With an icon, the tenant's card has a button that opens this tab. */
  icon?: LucideIcon
  Component: LazyExoticComponent<ComponentType<{ tenant: TenantRow }>>
}
