import type { OrderLetter } from '../letters.ts'

/** What the letters are about; `amount` reads as people read it. */
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
  /** Of a recurring order: `month`. */
  interval: string | null
}

interface Words {
  subject: string
  lines: string[]
  /** Label of the button to the shop's page, or to the Studio for the seller. */
  button?: string
  closing: string[]
}

const every = ({ interval }: LetterFacts) => (interval ? ` each ${interval}` : '')

/** Words of the letters about orders. */
export const letterTexts: Record<OrderLetter, (facts: LetterFacts) => Words> = {
  'order-paid-buyer': (f) => ({
    subject: f.renewal ? `Your payment to ${f.shop}` : `Your order from ${f.shop}`,
    lines: [
      f.renewal ? `Your subscription goes on: ${f.product}.` : `Thank you. Your order is paid: ${f.product}.`,
      `Amount: ${f.amount}${every(f)}`,
    ],
    button: `Back to ${f.shop}`,
    closing: [
      ...(f.guest
        ? ['Sign up there with this email address, and this purchase is kept in your account.']
        : []),
      'The payment is shown under the shop’s name on your statement. Questions about the order are for the shop to answer.',
    ],
  }),
  'order-paid-seller': (f) => ({
    subject: f.renewal ? `Renewed: ${f.product}` : `New order: ${f.product}`,
    lines: [`${f.buyer} paid ${f.amount}${every(f)} for ${f.product}.`],
    button: 'Open the Studio',
    closing: ['The money is on your own payments account.'],
  }),
  'order-refunded-buyer': (f) => ({
    subject: `Your refund from ${f.shop}`,
    lines: [`${f.shop} gave money back for ${f.product}.`, `Refunded so far: ${f.refunded} of ${f.amount}`],
    button: `Back to ${f.shop}`,
    closing: ['It can take 5 to 10 days until your bank shows it.'],
  }),
  'order-refund-failed-seller': (f) => ({
    subject: `A refund failed: ${f.product}`,
    lines: [
      `The refund to ${f.buyer} for ${f.product} did not reach them, and the money is back on your payments account.`,
      'Try again, or find another way to give it back.',
    ],
    button: 'Open the Studio',
    closing: [],
  }),
  'order-disputed-seller': (f) => ({
    subject: `A payment is disputed: ${f.product}`,
    lines: [
      `The bank of ${f.buyer} questions the payment of ${f.amount} for ${f.product}.`,
      'Answer in your payments account, before the date shown there. Without an answer the money is lost.',
    ],
    button: 'Open the Studio',
    closing: [],
  }),
  'order-payment-failed-buyer': (f) => ({
    subject: `Your payment to ${f.shop} failed`,
    lines: [
      `The payment for ${f.product} did not go through.`,
      'It is tried again in the next days. Change your card under your purchases to keep what you have.',
    ],
    button: `Back to ${f.shop}`,
    closing: [],
  }),
  'order-ended-buyer': (f) => ({
    subject: `Your subscription at ${f.shop} has ended`,
    lines: [`${f.product} has ended. Nothing more is charged.`],
    button: `Back to ${f.shop}`,
    closing: [],
  }),
}

/** Before the subject of what happens with play money. */
export const TEST_MARK = '[Test] '
