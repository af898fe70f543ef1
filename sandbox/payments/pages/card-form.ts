import type { PaymentCard } from '../objects/charges.ts'
import { hasValidCheckDigit, testCard } from '../objects/test-cards.ts'

const names = ['email', 'number', 'expiry', 'cvc', 'name'] as const
type Name = (typeof names)[number]

/** The form's values and errors, and the card if there are no errors. */
export interface CardForm {
  values: Partial<Record<Name, string>>
  errors: Partial<Record<Name, string>>
  email: string
  card?: PaymentCard
}

/**
 * Reads the form of the hosted page.
 * @param knownEmail the session's email; if it is set, the form has no email field
 * @param now milliseconds since 1970, for the expiry date
 * @param wantsCard false if nothing is due
 */
export function readCardForm(
  body: Record<string, unknown>,
  knownEmail: string | null,
  now: number,
  wantsCard: boolean,
): CardForm {
  const values: CardForm['values'] = {}
  for (const name of names)
    values[name] = typeof body[name] === 'string' ? body[name].trim().slice(0, 200) : ''
  const errors: CardForm['errors'] = {}
  const email = knownEmail ?? values.email!
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && !/^[^\s@]+@localhost$/.test(email))
    errors.email = 'Your email is invalid.'
  if (!wantsCard) return { values, errors, email }

  const number = values.number!.replaceAll(/[\s-]/g, '')
  if (number === '') errors.number = 'Enter a card number.'
  else if (!hasValidCheckDigit(number)) errors.number = 'Your card number is invalid.'
  const expiry = readExpiry(values.expiry!)
  if (!expiry) errors.expiry = "Your card's expiration date is incomplete."
  else if (isPast(expiry, now)) errors.expiry = "Your card's expiration date is in the past."
  const card = testCard(number)
  const digits = card.brand === 'amex' ? 4 : 3
  if (!new RegExp(`^\\d{${digits}}$`).test(values.cvc!))
    errors.cvc = "Your card's security code is incomplete."
  if (values.name === '') errors.name = 'Enter the name on the card.'
  if (Object.keys(errors).length > 0 || !expiry) return { values, errors, email }
  const { number: _, ...test } = card
  return {
    values,
    errors,
    email,
    card: { test, expMonth: expiry.month, expYear: expiry.year, email, name: values.name! },
  }
}

/** `12 / 34`, `12/2034` or `1234`. */
function readExpiry(text: string): { month: number; year: number } | undefined {
  const found = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec(text) ?? /^(\d{2})(\d{2}|\d{4})$/.exec(text)
  if (!found) return undefined
  const month = Number(found[1])
  const year = found[2]!.length === 2 ? 2000 + Number(found[2]) : Number(found[2])
  return month >= 1 && month <= 12 ? { month, year } : undefined
}

/** A card is valid until the end of its month. */
function isPast({ month, year }: { month: number; year: number }, now: number): boolean {
  return Date.UTC(year, month, 1) <= now
}
