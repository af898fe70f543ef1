import { endpoint } from '#kernel/browser/endpoint.ts'

export interface ConnectStarted {
  /** The provider's own onboarding page; good for one visit within minutes. */
  url: string
}

export interface AccountLabel {
  display_name: string
  mode: 'test' | 'live'
}

/** Onboarding for the tenant's current mode. `country` (ISO 3166, two letters) defaults to the operator's own. */
export const connectStart = endpoint<{ tenant_id: string; country?: string }, ConnectStarted>(
  'POST',
  '/stripe-connect-start',
)

/** Onboarding for the named mode. */
export const startExpressOnboarding = endpoint<
  { tenant_id: string; mode: 'test' | 'live'; country?: string },
  ConnectStarted
>('POST', '/start-stripe-express-onboarding')

/** Name of the account behind the tenant's current mode; 409 `not_connected` without one. */
export const accountLabel = endpoint<{ tenant_id: string }, AccountLabel>('POST', '/stripe-account-label')
