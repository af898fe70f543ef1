import { type BuyerWords, paid } from './words.ts'

const every = { week: 'each week', month: 'each month', year: 'each year' }

/** Letters to buyers in English. */
export const en: BuyerWords = {
  'order-paid-buyer': (f) => ({
    subject: f.renewal ? `Your payment to ${f.shop}` : `Your order from ${f.shop}`,
    lines: [
      f.renewal ? `Your subscription goes on: ${f.product}.` : `Thank you. Your order is paid: ${f.product}.`,
      `Amount: ${paid(f, every)}`,
    ],
    button: `Back to ${f.shop}`,
    closing: [
      ...(f.guest
        ? ['Sign up there with this email address, and this purchase is kept in your account.']
        : []),
      'The payment is shown under the shop’s name on your statement. Questions about the order are for the shop to answer.',
    ],
  }),
  'order-refunded-buyer': (f) => ({
    subject: `Your refund from ${f.shop}`,
    lines: [`${f.shop} gave money back for ${f.product}.`, `Refunded so far: ${f.refunded} of ${f.amount}`],
    button: `Back to ${f.shop}`,
    closing: ['It can take 5 to 10 days until your bank shows it.'],
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
