import type Stripe from 'stripe'
import type { Config } from '#kernel/config.ts'

type AccountForm = Config['payments']['accountForm']

export interface NewAccount {
  /** Name of the tenant. */
  name: string
  email: string | undefined
  /** ISO 3166, two letters, upper case. */
  country: string
  /** The idempotency key: the same key returns the same account. */
  idempotencyKey: string
}

export interface LinkAddresses {
  returnUrl: string
  refreshUrl: string
}

/**
 * Creates an account for direct charges: payments go straight to it, and the provider collects its fees and
 * bears the losses.
 * @returns its id
 * @see https://docs.stripe.com/connect/accounts-v2
 */
export async function createAccount(stripe: Stripe, form: AccountForm, account: NewAccount): Promise<string> {
  const options = { idempotencyKey: account.idempotencyKey }
  if (form === 'v1_express') {
    const made = await stripe.accounts.create(
      {
        type: 'express',
        country: account.country,
        email: account.email,
        capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
      },
      options,
    )
    return made.id
  }
  const made = await stripe.v2.core.accounts.create(
    {
      contact_email: account.email,
      display_name: account.name,
      dashboard: 'full',
      identity: { country: account.country },
      defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
      configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
    },
    options,
  )
  return made.id
}

/** Address of the provider's onboarding. The link works once and expires within minutes. */
export async function createLink(
  stripe: Stripe,
  form: AccountForm,
  account: string,
  { returnUrl, refreshUrl }: LinkAddresses,
): Promise<string> {
  if (form === 'v1_express') {
    const link = await stripe.accountLinks.create({
      account,
      type: 'account_onboarding',
      return_url: returnUrl,
      refresh_url: refreshUrl,
    })
    return link.url
  }
  const link = await stripe.v2.core.accountLinks.create({
    account,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { return_url: returnUrl, refresh_url: refreshUrl },
    },
  })
  return link.url
}

/** Country of the operator's own account, which the provider would also use as the default. */
export async function ownCountry(stripe: Stripe): Promise<string> {
  return (await stripe.accounts.retrieveCurrent()).country ?? 'US'
}
