import type { OrderLetter } from '#features/orders/letters.ts'

/** What the letters are about; amounts read as people of the letter's language read them. */
export interface LetterFacts {
  /** Name of the shop (the tenant). */
  shop: string
  product: string
  amount: string
  refunded: string
  buyer: string
  /** Bought without an account. */
  guest: boolean
  renewal: boolean
  /** How often it is paid; null for once. */
  interval: 'week' | 'month' | 'year' | null
}

export interface Words {
  subject: string
  lines: string[]
  /** Label of the button to the shop's page, or to the Studio for the seller. */
  button?: string
  closing: string[]
}

export type SellerLetter = Extract<OrderLetter, `${string}-seller`>
export type BuyerLetter = Exclude<OrderLetter, SellerLetter>

/** The letters to buyers in one language. */
export type BuyerWords = Record<BuyerLetter, (facts: LetterFacts) => Words>

/** The amount, and behind it how often it is paid. */
export const paid = ({ amount, interval }: LetterFacts, every: Record<'week' | 'month' | 'year', string>) =>
  interval ? `${amount} ${every[interval]}` : amount

/** Before the subject of what happens with play money. */
export const TEST_MARK = '[Test] '
