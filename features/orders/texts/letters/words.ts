import type { OrderLetter } from '#features/orders/letters.ts'

/** The values in the emails. Amounts are formatted for the email's language. */
export interface LetterFacts {
  /** Name of the shop (the tenant). */
  shop: string
  product: string
  amount: string
  refunded: string
  buyer: string
  /** The buyer has no account. */
  guest: boolean
  renewal: boolean
  /** The email has a link with which a guest manages the subscription. */
  manage: boolean
  /** The billing interval; null for a one-time payment. */
  interval: 'week' | 'month' | 'year' | null
}

export interface Words {
  subject: string
  lines: string[]
  /** Label of the button to the shop's page, or to the Studio for the seller. */
  button?: string
  /** Label of that link. */
  manage?: string
  closing: string[]
}

export type SellerLetter = Extract<OrderLetter, `${string}-seller`>
export type BuyerLetter = Exclude<OrderLetter, SellerLetter>

/** The emails to buyers in one language. */
export type BuyerWords = Record<BuyerLetter, (facts: LetterFacts) => Words>

/** The amount, followed by the billing interval if there is one. */
export const paid = ({ amount, interval }: LetterFacts, every: Record<'week' | 'month' | 'year', string>) =>
  interval ? `${amount} ${every[interval]}` : amount

/** Prefix of the subjects of emails about test mode. */
export const TEST_MARK = '[Test] '
