import { formatDate } from '#kernel/browser/dates.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import { providerName } from '#kernel/browser/provider-names.ts'
import type { BadgeTone } from '#ui/base/badge.tsx'
import type { Customer, Money } from '../endpoints.ts'

type Named = Pick<Customer, 'name' | 'email' | 'phone'>

/** The customer's own name, otherwise their email or phone number. */
export const customerName = ({ name, email, phone }: Named): string =>
  name.trim() || email || (phone && `+${phone}`) || 'Guest'

/** The email or phone number, if it is not shown as the name. */
export function customerAddress(customer: Named): string {
  const address = customer.email || (customer.phone && `+${customer.phone}`)
  return address === customerName(customer) ? '' : address
}

/** A longer ban counts as permanent. */
const PERMANENT_MS = 50 * 365 * 86_400_000

/** The most important state of an account; undefined for a normal one. */
export function customerState(
  customer: Pick<Customer, 'banned_until' | 'guest' | 'email' | 'email_confirmed'>,
  now = Date.now(),
): { label: string; tone: BadgeTone } | undefined {
  if (customer.banned_until)
    return {
      label:
        Date.parse(customer.banned_until) - now > PERMANENT_MS
          ? 'Banned'
          : `Banned until ${formatDate(customer.banned_until)}`,
      tone: 'danger',
    }
  if (customer.guest) return { label: 'Guest', tone: 'outline' }
  if (customer.email && !customer.email_confirmed) return { label: 'Not confirmed', tone: 'warn' }
  return undefined
}

/** Lists sign-in methods by their display names: `Email, Google`. */
export const signInMethods = (providers: readonly string[]): string => providers.map(providerName).join(', ')

/** Formats amounts per currency. Different currencies are never summed. */
export const moneyWords = (spent: readonly Money[]): string =>
  spent.map(({ amount, currency }) => formatPrice(amount, currency)).join(' + ')

const FACTORS: Record<string, string> = {
  totp: 'Authenticator app',
  webauthn: 'Security key',
  phone: 'Text message',
  recovery_code: 'Recovery codes',
  passkey: 'Passkey',
}
export const factorName = (kind: string): string => (Object.hasOwn(FACTORS, kind) ? FACTORS[kind]! : kind)

/** Formats the number of customers, which is counted up to 10,000. */
export const countWords = (total: number): string => {
  const number = total >= 10_000 ? '10,000 or more' : total.toLocaleString('en-US')
  return total === 1 ? '1 customer' : `${number} customers`
}
