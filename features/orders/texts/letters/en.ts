import { type BuyerWords, paid } from './words.ts'

const every = { week: 'each week', month: 'each month', year: 'each year' }

/** Emails to buyers in English. */
export const en: BuyerWords = {
  'order-paid-buyer': (f) => ({
    subject: f.renewal ? `Your payment to ${f.shop}` : `Your order from ${f.shop}`,
    lines: [
      f.renewal
        ? `Your subscription continues: ${f.product}.`
        : `Thank you. Your order is paid: ${f.product}.`,
      `Amount: ${paid(f, every)}`,
    ],
    button: `Back to ${f.shop}`,
    ...(f.manage && { manage: 'Manage or cancel your subscription' }),
    closing: [
      ...(f.guest ? ['Sign up there with this email address to save this purchase to your account.'] : []),
      'The payment appears under the shop’s name on your statement. If you have questions about the order, contact the shop.',
    ],
  }),
  'order-refunded-buyer': (f) => ({
    subject: `Your refund from ${f.shop}`,
    lines: [`${f.shop} sent you a refund for ${f.product}.`, `Refunded so far: ${f.refunded} of ${f.amount}`],
    button: `Back to ${f.shop}`,
    closing: ['It can take 5 to 10 days to appear on your statement.'],
  }),
  'order-payment-failed-buyer': (f) => ({
    subject: `Your payment to ${f.shop} failed`,
    lines: [
      `The payment for ${f.product} did not go through.`,
      f.manage
        ? 'We will retry over the next few days. To keep your access, update your card with the link below.'
        : 'We will retry over the next few days. To keep your access, update your card under your purchases.',
    ],
    button: `Back to ${f.shop}`,
    ...(f.manage && { manage: 'Manage or cancel your subscription' }),
    closing: [],
  }),
  'order-ended-buyer': (f) => ({
    subject: `Your subscription at ${f.shop} has ended`,
    lines: [`${f.product} has ended. You will not be charged again.`],
    button: `Back to ${f.shop}`,
    closing: [],
  }),
}
