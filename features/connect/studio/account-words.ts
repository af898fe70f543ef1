import type { AccountRow } from './use-accounts.ts'

/** What is still missing at an account, for its owner to read; undefined when it may sell and nothing is asked for. */
export interface AccountNeed {
  tone: 'warn' | 'danger'
  title: string
  text: string
}

/** Names of the provider for what it asks for, in words; what is not here is shown in its own. */
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

/** The provider's name for a thing it asks for, in words: each thing once. */
export function requirementWords(requirements: readonly string[]): string[] {
  const words = requirements.map(
    (name) =>
      REQUIREMENT_WORDS.find(([pattern]) => pattern.test(name))?.[1] ??
      name.split('.').at(-1)!.replaceAll('_', ' '),
  )
  return [...new Set(words)]
}

/** What the owner of an account has to know about it. */
export function accountNeed(account: AccountRow): AccountNeed | undefined {
  if (account.disabled_reason?.startsWith('rejected'))
    return {
      tone: 'danger',
      title: 'Stripe has closed this account for payments',
      text: 'Stripe says why in its dashboard. Disconnect it to connect another account.',
    }
  const due = requirementWords(account.requirements)
  if (due.length > 0)
    return {
      tone: 'warn',
      title: account.charges_enabled ? 'Stripe needs more information soon' : 'Stripe needs more information',
      text: `Missing: ${due.join(', ')}.${account.charges_enabled ? '' : ' Until then nobody can buy.'}`,
    }
  if (account.charges_enabled) return undefined
  return {
    tone: 'warn',
    title: 'Stripe still checks your details',
    text: 'Nobody can buy until it is done. This page follows by itself.',
  }
}
