import type { OrderState } from '../fulfil.ts'

/** Messages of the page that a buyer sees when they cannot be redirected to a page of the shop. */
export const texts: Record<OrderState | 'unknown' | 'away', { title: string; text: string }> = {
  paid: { title: 'Payment received', text: 'Thank you. Your order is paid. You can close this page.' },
  pending: {
    title: 'Your payment is being confirmed',
    text: 'This can take a moment. You can close this page. The shop is notified once the payment is confirmed.',
  },
  canceled: { title: 'Checkout canceled', text: 'Nothing was charged. You can close this page.' },
  expired: { title: 'This checkout has expired', text: 'Nothing was charged. You can close this page.' },
  failed: {
    title: 'The payment did not go through',
    text: 'Go back to the shop and try again. If you were charged, contact the shop.',
  },
  refunded: {
    title: 'Your order was refunded',
    text: 'It can take 5 to 10 days to appear on your statement.',
  },
  away: {
    title: 'This is not available right now',
    text: 'Try again in a few minutes, or contact the shop.',
  },
  unknown: {
    title: 'This link is no longer valid',
    text: 'Go back to the page you came from. If you made a payment, it is not lost.',
  },
}
