import { endpoint } from '#kernel/browser/endpoint.ts'

type Mode = 'test' | 'live'

export interface ConnectStarted {
  /** The provider's onboarding page. The link works once and expires within minutes. */
  url: string
}

export interface AccountLabel {
  display_name: string
  mode: Mode
}

/** Settings that the operator still has to set, by mode: names, never values. */
export type ConnectSetup = Record<Mode, { missing: string[] }>

/**
 * Starts onboarding for the tenant's current mode. `country` (ISO 3166, two letters) defaults to the
 * operator's own.
 */
export const connectStart = endpoint<{ tenant_id: string; country?: string }, ConnectStarted>(
  'POST',
  '/stripe-connect-start',
)

/** Starts onboarding for the named mode. */
export const startExpressOnboarding = endpoint<
  { tenant_id: string; mode: Mode; country?: string },
  ConnectStarted
>('POST', '/start-stripe-express-onboarding')

/** The provider's OAuth page for an existing account; for the tenant's current mode unless named. */
export const startStandardOAuth = endpoint<{ tenant_id: string; mode?: Mode }, ConnectStarted>(
  'POST',
  '/start-stripe-standard-oauth',
)

/** Name of the account in the tenant's current mode; 409 `not_connected` without one. */
export const accountLabel = endpoint<{ tenant_id: string }, AccountLabel>('POST', '/stripe-account-label')

/** Unlinks the account of the tenant's current mode, or of the named one. */
export const disconnectStripe = endpoint<{ tenant_id: string; mode?: Mode }, { success: true }>(
  'POST',
  '/stripe-disconnect',
)

/** Sets whether sales use real money. */
export const setMode = endpoint<{ tenant_id: string; mode: Mode }, { success: true; mode: Mode }>(
  'POST',
  '/set-tenant-mode',
)

/** Opens a €1 checkout on the tenant's live account. */
export const smokeCheckout = endpoint<{ tenant_id: string }, { url: string }>('POST', '/checkout-smoke-live')

/** Refunds the latest smoke payment; `refunded` is false when there is none. */
export const smokeRefund = endpoint<{ tenant_id: string }, { success: true; refunded: boolean }>(
  'POST',
  '/checkout-smoke-refund',
)

/** The provider's dashboard for the account; for the tenant's current mode unless named. */
export const stripeDashboard = endpoint<{ tenant_id: string; mode?: Mode }, { url: string }>(
  'POST',
  '/stripe-dashboard-link',
)

export const setup = endpoint<Record<string, never>, ConnectSetup>('GET', '/connect-setup')
