import * as z from 'zod/mini'
import { parsePrice } from '#kernel/browser/money.ts'
import { currency } from '#kernel/contract.ts'
import type { Item, ItemFields } from '../endpoints-studio.ts'

export const NAME_MAX = 60
export const DESCRIPTION_MAX = 500

export const CURRENCIES: readonly { value: Item['currency']; label: string; sign: string }[] = [
  { value: 'eur', label: 'EUR (€)', sign: '€' },
  { value: 'usd', label: 'USD ($)', sign: '$' },
  { value: 'gbp', label: 'GBP (£)', sign: '£' },
]

/** A product while it is typed; the price is text. */
export const productDraft = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Name is required'),
      z.maxLength(NAME_MAX, `At most ${NAME_MAX} characters`),
    ),
  description: z
    .string()
    .check(z.trim(), z.maxLength(DESCRIPTION_MAX, `At most ${DESCRIPTION_MAX} characters`)),
  price: z.string().check(z.refine((text) => priceCents(text) !== undefined, 'Please enter a valid price')),
  currency,
  active: z.boolean(),
})
export type ProductDraft = z.infer<typeof productDraft>

export const emptyDraft: ProductDraft = {
  name: '',
  description: '',
  price: '',
  currency: 'eur',
  active: true,
}

/** A product as it is offered for editing. */
export function draftOf(item: Item): ProductDraft {
  const { name, description, price_cents, currency, active } = item
  return { name, description: description ?? '', price: (price_cents / 100).toFixed(2), currency, active }
}

/** Cents of a typed price, or undefined while it is none. */
export function priceCents(text: string): number | undefined {
  const price = parsePrice(text)
  return 'cents' in price ? price.cents : undefined
}

/** What is wrong with a price while it is typed; nothing yet while the field is empty. */
export function priceProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const price = parsePrice(text)
  return 'error' in price ? price.error : undefined
}

/**
 * The fields to send. An empty description is left out of a new product and takes an old one away.
 * @param draft as the form's schema has let it through
 */
export function fieldsOf(draft: ProductDraft, isNew: boolean): ItemFields {
  const { description, price, ...rest } = draft
  const name = rest.name.trim()
  const text = description.trim()
  const fields = { ...rest, name, price_cents: priceCents(price)! }
  if (text) return { ...fields, description: text }
  return isNew ? fields : { ...fields, description: null }
}
