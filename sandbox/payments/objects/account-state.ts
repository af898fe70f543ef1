/** The stored state of a connected account; v1 and v2 are two views of it. */
export interface AccountState {
  id: string
  /** The API that created it. v1 `type` is `none` for accounts created by v2. */
  form: 'v1' | 'v2'
  type: 'custom' | 'express' | 'standard' | 'none'
  livemode: boolean
  /** Seconds since 1970. */
  created: number
  email: string | null
  displayName: string | null
  country: string
  currency: string
  dashboard: 'express' | 'full' | 'none'
  feesCollector: 'application' | 'stripe'
  lossesCollector: 'application' | 'stripe'
  metadata: Record<string, string>
  businessName: string | null
  businessUrl: string | null
  businessType: string | null
  merchant: boolean
  cardPaymentsRequested: boolean
  transfersRequested: boolean
  bank: { country: string; currency: string; last4: string } | null
  detailsSubmitted: boolean
  chargesEnabled: boolean
  payoutsEnabled: boolean
  currentlyDue: string[]
  /** Why the account was rejected, for example `platform_fraud`; null otherwise. */
  rejected: string | null
  /** True for an account that its owner connects by OAuth. */
  own: boolean
  /** True while the platform has no access: not connected yet, or revoked. */
  disconnected: boolean
  closed: boolean
  deleted: boolean
}

/** Requirements of a new account. */
export const firstRequirements = ['business_profile.name', 'external_account', 'tos_acceptance.date']

/** The requirement that the "Needs more information" button leaves open. */
export const documentRequirement = 'individual.verification.document'

const currencies: Record<string, string> = {
  AU: 'aud',
  CA: 'cad',
  CH: 'chf',
  CZ: 'czk',
  DK: 'dkk',
  GB: 'gbp',
  JP: 'jpy',
  NO: 'nok',
  PL: 'pln',
  SE: 'sek',
  US: 'usd',
}

/** The settlement currency of a country's accounts. */
export function currencyOf(country: string): string {
  return currencies[country.toUpperCase()] ?? 'eur'
}

export function newAccount(
  values: Pick<AccountState, 'id' | 'form' | 'livemode' | 'created'> & Partial<AccountState>,
): AccountState {
  const country = (values.country ?? 'US').toUpperCase()
  return {
    type: 'none',
    email: null,
    displayName: null,
    currency: currencyOf(country),
    dashboard: 'full',
    feesCollector: 'stripe',
    lossesCollector: 'stripe',
    metadata: {},
    businessName: null,
    businessUrl: null,
    businessType: null,
    merchant: false,
    cardPaymentsRequested: false,
    transfersRequested: false,
    bank: null,
    detailsSubmitted: false,
    chargesEnabled: false,
    payoutsEnabled: false,
    currentlyDue: firstRequirements,
    rejected: null,
    own: false,
    disconnected: false,
    closed: false,
    deleted: false,
    ...values,
    country,
  }
}
