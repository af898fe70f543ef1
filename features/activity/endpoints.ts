import { endpoint } from '#kernel/browser/endpoint.ts'

interface Happening {
  id: string
  /** ISO 8601. */
  at: string
}

/** An account was created. */
export interface SignUpEvent extends Happening {
  kind: 'sign-up'
  /** The user's own name, or their email address. */
  who: string
}

/** An order was paid, or money went back. */
export interface SaleEvent extends Happening {
  kind: 'order' | 'refund'
  orderId: string
  product: string
  /** The buyer's email address, if it is known. */
  who: string
  /** Minor units of `currency`, 0 or more. */
  amount: number
  currency: string
}

export type ActivityEvent = SignUpEvent | SaleEvent

/** A first of a tenant. It contains no customer data, because it is made to be shared. */
export type Moment = { at: string } & (
  | { kind: 'sign-up' }
  | { kind: 'test-order' | 'live-sale'; product: string; amount: number; currency: string }
)

export interface TenantActivity {
  /** Newest first. */
  events: ActivityEvent[]
  /** The tenant's firsts of the last days that its owner has not dismissed, the greatest first. */
  moments: Moment[]
}

/**
 * The newest sign-ups, orders and refunds of a tenant in a mode, and its firsts in both. Sign-ups have no mode.
 * 404 tenant_not_found.
 */
export const readActivity = endpoint<{ tenantId: string; mode: 'test' | 'live' }, TenantActivity>(
  'GET',
  '/tenant-activity/:tenantId',
)
