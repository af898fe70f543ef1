/** The fields of a tenant that determine where its payments go. */
export interface PaymentsTenant {
  id: string
  name: string
  stripe_mode: 'test' | 'live'
  stripe_account_id_test: string | null
  stripe_account_id_live: string | null
}

/** Account behind the tenant's current mode; null while that mode is not connected. */
export function currentAccount(tenant: PaymentsTenant): string | null {
  return tenant.stripe_mode === 'live' ? tenant.stripe_account_id_live : tenant.stripe_account_id_test
}

/** State of the request for the account's name. */
export type LabelState =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'named'; display_name: string; mode: 'test' | 'live' }

/** The payments status of a connected tenant, as spec §2 words it. */
export function paymentsLabel(label: LabelState): string {
  if (label.state === 'loading') return 'Connected...'
  if (label.state === 'failed') return 'Connected'
  return `Connected (${label.display_name})${label.mode === 'test' ? ' (test)' : ''}`
}
