import type { AccountRow } from './use-accounts.ts'

/** What an account still needs, as text for its owner; undefined when it can sell and nothing is required. */
export interface AccountNeed {
  tone: 'warn' | 'danger'
  title: string
  text: string
}

/** The provider's requirement names as readable text. Unlisted ones are shown as they are. */
const REQUIREMENT_WORDS: readonly [pattern: RegExp, words: string][] = [
  [/verification\.(additional_)?document/, 'an identity document'],
  [/external_account/, 'a bank account'],
  [/tos_acceptance/, 'your consent to its terms'],
  [/business_profile\.url/, 'your website'],
  [/business_profile/, 'a description of your business'],
  [/(tax_id|vat_id|id_number|ssn_last_4)/, 'a tax or identity number'],
  [/\.dob\./, 'your date of birth'],
  [/address/, 'your address'],
  [/phone/, 'your telephone number'],
  [/email/, 'your email'],
  [/(first_name|last_name|\.name$)/, 'your name'],
]

/** Translates the provider's requirement names, without duplicates. */
export function requirementLabels(requirements: readonly string[]): string[] {
  const words = requirements.map(
    (name) =>
      REQUIREMENT_WORDS.find(([pattern]) => pattern.test(name))?.[1] ??
      name.split('.').at(-1)!.replaceAll('_', ' '),
  )
  return [...new Set(words)]
}

/** A notice for the owner of an account. */
export function accountNeed(account: AccountRow): AccountNeed | undefined {
  if (account.disabled_reason?.startsWith('rejected'))
    return {
      tone: 'danger',
      title: 'Stripe has closed this account for payments',
      text: 'See the reason in your Stripe dashboard. Disconnect it to connect another account.',
    }
  const due = requirementLabels(account.requirements)
  if (due.length > 0)
    return {
      tone: 'warn',
      title: account.charges_enabled ? 'Stripe needs more information soon' : 'Stripe needs more information',
      text: `Missing: ${due.join(', ')}.${account.charges_enabled ? '' : ' Visitors cannot buy until then.'}`,
    }
  if (account.charges_enabled) return undefined
  return {
    tone: 'warn',
    title: 'Stripe is reviewing your details',
    text: 'Visitors can buy once the review is done. This page updates automatically.',
  }
}
