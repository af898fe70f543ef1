import { type LetterFacts, type SellerLetter, type Words, paid } from './words.ts'

const every = { week: 'each week', month: 'each month', year: 'each year' }

/** Emails to shop owners, in English like the Studio. */
export const sellerWords: Record<SellerLetter, (facts: LetterFacts) => Words> = {
  'order-paid-seller': (f) => ({
    subject: f.renewal ? `Renewed: ${f.product}` : `New order: ${f.product}`,
    lines: [`${f.buyer} paid ${paid(f, every)} for ${f.product}.`],
    button: 'Open the Studio',
    closing: ['The money is in your own payments account.'],
  }),
  'order-refund-failed-seller': (f) => ({
    subject: `A refund failed: ${f.product}`,
    lines: [
      `The refund to ${f.buyer} for ${f.product} did not reach them. The money is back in your payments account.`,
      'Try again, or refund them another way.',
    ],
    button: 'Open the Studio',
    closing: [],
  }),
  'order-disputed-seller': (f) => ({
    subject: `A payment is disputed: ${f.product}`,
    lines: [
      `${f.buyer} disputed the payment of ${f.amount} for ${f.product} with their bank.`,
      'Respond in your payments account before the date shown there. Without a response you lose the money.',
    ],
    button: 'Open the Studio',
    closing: [],
  }),
}
