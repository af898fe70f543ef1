import { type LetterFacts, type SellerLetter, type Words, paid } from './words.ts'

const every = { week: 'each week', month: 'each month', year: 'each year' }

/** Words of the letters to shop owners, whose Studio is English. */
export const sellerWords: Record<SellerLetter, (facts: LetterFacts) => Words> = {
  'order-paid-seller': (f) => ({
    subject: f.renewal ? `Renewed: ${f.product}` : `New order: ${f.product}`,
    lines: [`${f.buyer} paid ${paid(f, every)} for ${f.product}.`],
    button: 'Open the Studio',
    closing: ['The money is on your own payments account.'],
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
}
