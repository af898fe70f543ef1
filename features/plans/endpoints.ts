import { endpoint } from '#kernel/browser/endpoint.ts'

type Nothing = Record<string, never>
/** ISO 8601. */
type Instant = string

/** What the server decided about the caller's access to the paid parts. */
export interface Access {
  /** A plan in good standing or a running day pass. */
  active: boolean
  /** Plan id: `free`, `pro` or `business`; `none` without a plan. */
  plan: string
  dayPass: boolean
  /** Of the plan that is held, also when it grants nothing (any more): `none` without one. */
  status: string
  trial_end: Instant | null
  current_period_end: Instant | null
  /** End of the running day pass. */
  day_pass_expires_at: Instant | null
  /** A confirmed e-mail of a staff domain: sees the day-pass card and tool. */
  staff: boolean
  /** A confirmed e-mail of the operator's list: sees the staff overlay. */
  stats: boolean
}

/** The guards' question. Bearer: a creator's session. */
export const access = endpoint<Nothing, Access>('GET', '/access')

export interface CheckoutWish {
  /** Plan id, the id of its price in the server's mode, or `day_pass` (staff only). */
  plan_id: string
  /** Taken and not used: the provider gets the account's own address. */
  email?: string
  /** Of our own origin; `session_id` is added. Else `/success`. */
  success_url?: string
  /** Of our own origin. Else `/bolt/pricing?canceled=true`. */
  cancel_url?: string
}

/**
 * Opens a checkout for a plan or a day pass. 400 unknown_plan or bad_address, 403 staff_only, 409 plan_active,
 * no_price, no_tenant or day_pass_not_needed; refusals of the provider.
 */
export const boltCheckout = endpoint<CheckoutWish, { url: string }>('POST', '/bolt-checkout')

export interface SettledCheckout {
  /**
   * Of the checkout: `unknown` when it is none of the caller's, `trial_refused` when the plan was ended at once, unpaid,
   * because its person or card had the free trial before.
   */
  status: 'open' | 'complete' | 'trial_refused' | 'expired' | 'refunded' | 'unknown'
  /** Whether the caller has access now. */
  active: boolean
}

/** Asks the provider about a checkout of the caller's, so that the success page need not wait for the webhook. */
export const checkoutStatus = endpoint<{ session: string }, SettledCheckout>('POST', '/bolt-checkout-status')

export interface PortalWish {
  /** Taken and not used: the customer is the account's own. */
  customer?: string
  /** Of our own origin. Else `/studio/billing`. */
  return_url?: string
}

/** Opens the provider's billing portal. 404 no_billing, 400 bad_address; refusals of the provider. */
export const boltPortal = endpoint<PortalWish, { url: string }>('POST', '/bolt-portal')

export interface DayPassGrant {
  tenant_id: string
  minutes: 1440
  extend: true
  /** At most 200 characters. */
  note?: string
}

/** A free day pass for a tenant, by staff only: 403 staff_only. It extends one that runs. */
export const grantDayPass = endpoint<DayPassGrant, { success: true; expires_at: Instant }>(
  'POST',
  '/grant-day-pass',
)

/** What the billing page shows; all of it from our own mirror, so that it is there when the provider is not. */
export interface Billing {
  /** Which of the operator's accounts plans are paid at. */
  mode: 'test' | 'live'
  active: boolean
  /** The plan whose features hold now: `free`, `pro`, `business`, or `none`. */
  plan: string
  /** The plan that is held, also when it grants nothing (any more). */
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
    /** When it ends by itself; null while it renews. */
    cancel_at: Instant | null
    /** First failed renewal; null while nothing is owed. */
    past_due_since: Instant | null
    /** Until then a plan that is past due still grants access. */
    grace_ends_at: Instant | null
  } | null
  /** A running day pass. */
  day_pass: { tenant_id: string; tenant_name: string; expires_at: Instant } | null
  /** Whether a checkout for Pro or Business would begin with the free trial. */
  trial_available: boolean
  /** Whether the last plan was ended at once, unpaid, because its person or card had the free trial before. */
  trial_refused: boolean
  /** Whether there is anything in the provider's portal. */
  manageable: boolean
  staff: boolean
}

export const billing = endpoint<Nothing, Billing>('GET', '/billing')

/** What the payments admin page shows, for staff only: 403 staff_only. */
export interface StripeAdmin {
  mode: 'test' | 'live'
  /** Secret key of the mode is set. */
  configured: boolean
  publishable_key: string | null
  /** Path under our own origin that the provider delivers to. */
  webhook_path: string
  plans: {
    id: string
    name: string
    price_cents: number
    interval: string
    stripe_price_id: string | null
    stripe_price_id_live: string | null
    /** The one of the mode. */
    current_price_id: string | null
  }[]
}

export const stripeAdmin = endpoint<Nothing, StripeAdmin>('GET', '/stripe-admin')

/** Figures of the staff overlay, for the confirmed e-mails on the operator's list: else 403 not_listed. */
export const staffStats = endpoint<Nothing, { runs: number; day_passes: number }>('GET', '/staff-stats')
