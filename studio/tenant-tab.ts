import type { ComponentType, LazyExoticComponent } from 'react'
import type { TenantRow } from './tenants.ts'

/**
 * A tab that a unit adds to Tenant Settings. Units list theirs in `features/screens.tsx` and `blocks/screens.tsx`;
 * what is inside a tab keeps its own place in the address, if it needs one, beside `tab`.
 */
export interface TenantTab {
  /** Its value in the address. */
  id: string
  label: string
  Component: LazyExoticComponent<ComponentType<{ tenant: TenantRow }>>
}
