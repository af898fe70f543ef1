import { endpoint } from '#kernel/browser/endpoint.ts'

type Mode = 'test' | 'live'

export interface ConnectStarted {
  /** The provider's own onboarding page; good for one visit within minutes. */
  url: string
}

export interface AccountLabel {
  display_name: string
  mode: Mode
}

/** Settings that the operator has yet to make, by mode: names, never values. */
export type ConnectSetup = Record<Mode, { missing: string[] }>

/** Onboarding for the tenant's current mode. `country` (ISO 3166, two letters) defaults to the operator's own. */
export const connectStart = endpoint<{ tenant_id: string; country?: string }, ConnectStarted>(
  'POST',
  '/stripe-connect-start',
)

/** Onboarding for the named mode. */
export const startExpressOnboarding = endpoint<
  { tenant_id: string; mode: Mode; country?: string },
  ConnectStarted
>('POST', '/start-stripe-express-onboarding')

/** The provider's page for letting us use an account one has; for the tenant's current mode unless named. */
export const startStandardOAuth = endpoint<{ tenant_id: string; mode?: Mode }, ConnectStarted>(
  'POST',
  '/start-stripe-standard-oauth',
)

/** Name of the account behind the tenant's current mode; 409 `not_connected` without one. */
export const accountLabel = endpoint<{ tenant_id: string }, AccountLabel>('POST', '/stripe-account-label')

/** Unlinks the account of the tenant's current mode, or of the named one. */
export const disconnectStripe = endpoint<{ tenant_id: string; mode?: Mode }, { success: true }>(
  'POST',
  '/stripe-disconnect',
)

/** Sets whether sales are real. */
export const setMode = endpoint<{ tenant_id: string; mode: Mode }, { success: true; mode: Mode }>(
  'POST',
  '/set-tenant-mode',
)

/** A checkout of €1 on the tenant's live account. */
export const smokeCheckout = endpoint<{ tenant_id: string }, { url: string }>('POST', '/checkout-smoke-live')

/** Gives the latest smoke payment back; `refunded` is false when there is none. */
export const smokeRefund = endpoint<{ tenant_id: string }, { success: true; refunded: boolean }>(
  'POST',
  '/checkout-smoke-refund',
)

/** The provider's own pages for the account; for the tenant's current mode unless named. */
export const stripeDashboard = endpoint<{ tenant_id: string; mode?: Mode }, { url: string }>(
  'POST',
  '/stripe-dashboard-link',
)

export const setup = endpoint<Record<string, never>, ConnectSetup>('GET', '/connect-setup')
