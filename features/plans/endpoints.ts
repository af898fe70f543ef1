import { endpoint } from '#kernel/browser/endpoint.ts'

type Nothing = Record<string, never>
/** ISO 8601. */
type Instant = string

/** The server's decision about the caller's access to the paid features. */
export interface Access {
  /** A plan in good standing or an active day pass. */
  active: boolean
  /** Plan id: `free`, `pro` or `business`; `none` without a plan. */
  plan: string
  dayPass: boolean
  /** The current plan, even when it no longer grants access: `none` without one. */
  status: string
  trial_end: Instant | null
  current_period_end: Instant | null
  /** End of the active day pass. */
  day_pass_expires_at: Instant | null
  /** True for a confirmed email of a staff domain: shows the day-pass card and tool. */
  staff: boolean
  /** True for a confirmed email on the operator's list: shows the staff overlay. */
  stats: boolean
}

/** Used by the screens' guards. Bearer: a creator's session. */
export const access = endpoint<Nothing, Access>('GET', '/access')

export interface CheckoutWish {
  /** Plan id, the id of its price in the server's mode, or `day_pass` (staff only). */
  plan_id: string
  /** Accepted but ignored: the provider gets the account's own email address. */
  email?: string
  /** Must be on our own origin; `session_id` is added. Defaults to `/success`. */
  success_url?: string
  /** Must be on our own origin. Defaults to `/bolt/pricing?canceled=true`. */
  cancel_url?: string
}

/**
 * Opens a checkout for a plan or a day pass. 400 unknown_plan or bad_address, 403 staff_only, 409
 * plan_active, no_price, no_tenant or day_pass_not_needed; the provider's errors.
 */
export const boltCheckout = endpoint<CheckoutWish, { url: string }>('POST', '/bolt-checkout')

export interface SettledCheckout {
  /**
   * State of the checkout: `unknown` if it is not the caller's, `trial_refused` if the plan was ended
   * immediately and unpaid because the user or card had already used the free trial.
   */
  status: 'open' | 'complete' | 'trial_refused' | 'expired' | 'refunded' | 'unknown'
  /** Whether the caller has access now. */
  active: boolean
}

/**
 * Reads one of the caller's checkouts from the provider, so that the success page need not wait for the
 * webhook.
 */
export const checkoutStatus = endpoint<{ session: string }, SettledCheckout>('POST', '/bolt-checkout-status')

export interface PortalWish {
  /** Accepted but ignored: the portal opens for the account's own customer. */
  customer?: string
  /** Must be on our own origin. Defaults to `/studio/billing`. */
  return_url?: string
}

/** Opens the provider's billing portal. 404 no_billing, 400 bad_address; the provider's errors. */
export const boltPortal = endpoint<PortalWish, { url: string }>('POST', '/bolt-portal')

export interface DayPassGrant {
  tenant_id: string
  minutes: 1440
  extend: true
  /** At most 200 characters. */
  note?: string
}

/** A free day pass for a tenant, staff only: 403 staff_only. Extends an active pass. */
export const grantDayPass = endpoint<DayPassGrant, { success: true; expires_at: Instant }>(
  'POST',
  '/grant-day-pass',
)

/**
 * Data of the billing page. It comes from our own mirror, so that it is available when the provider is not.
 */
export interface Billing {
  /** The mode in which plans are paid. */
  mode: 'test' | 'live'
  active: boolean
  /** The plan whose features are available now: `free`, `pro`, `business`, or `none`. */
  plan: string
  /** The current plan, even when it no longer grants access. */
  held: {
    plan_id: string
    name: string
    /** `active`, `trialing`, `past_due`, `unpaid`, `canceled`, … */
    status: string
    /** Minor units of `currency`, per `interval`. */
    price_cents: number
    currency: string
    interval: string
    trial_end: Instant | null
    current_period_end: Instant | null
    /** When it ends automatically; null while it renews. */
    cancel_at: Instant | null
    /** First failed renewal; null if nothing is due. */
    past_due_since: Instant | null
    /** Until then, a past-due plan still grants access. */
    grace_ends_at: Instant | null
  } | null
  /** An active day pass. */
  day_pass: { tenant_id: string; tenant_name: string; expires_at: Instant } | null
  /** Whether a checkout for Pro or Business would start with the free trial. */
  trial_available: boolean
  /**
   * Whether the last plan was ended immediately and unpaid because its user or card had already used the free
   * trial.
   */
  trial_refused: boolean
  /** Whether the provider's portal has anything to show. */
  manageable: boolean
  staff: boolean
}

export const billing = endpoint<Nothing, Billing>('GET', '/billing')

/** Data of the payments admin page, staff only: 403 staff_only. */
export interface StripeAdmin {
  mode: 'test' | 'live'
  /** Whether the mode's secret key is set. */
  configured: boolean
  publishable_key: string | null
  /** Path on our own origin that receives the provider's webhooks. */
  webhook_path: string
  plans: {
    id: string
    name: string
    price_cents: number
    interval: string
    stripe_price_id: string | null
    stripe_price_id_live: string | null
    /** The price id of the current mode. */
    current_price_id: string | null
  }[]
}

export const stripeAdmin = endpoint<Nothing, StripeAdmin>('GET', '/stripe-admin')

/** Figures of the staff overlay, for confirmed emails on the operator's list; otherwise 403 not_listed. */
export const staffStats = endpoint<Nothing, { runs: number; day_passes: number }>('GET', '/staff-stats')
