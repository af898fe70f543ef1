import type { OrderState } from '../fulfil.ts'

/** Words of the small page that a buyer sees when there is no page of the shop to lead back to. */
export const texts: Record<OrderState | 'unknown', { title: string; text: string }> = {
  paid: { title: 'Payment received', text: 'Thank you. Your order is paid. You can close this page.' },
  pending: {
    title: 'Your payment is being confirmed',
    text: 'This can take a moment. You can close this page; the shop will know as soon as it is confirmed.',
  },
  canceled: { title: 'Checkout canceled', text: 'Nothing was charged. You can close this page.' },
  expired: { title: 'This checkout has expired', text: 'Nothing was charged. You can close this page.' },
  failed: {
    title: 'The payment did not go through',
    text: 'Please go back to the shop and try again, or write to the shop if money was taken.',
  },
  refunded: { title: 'Your order was refunded', text: 'The money is on its way back to your card.' },
  unknown: {
    title: 'This link is no longer valid',
    text: 'Please go back to the page you came from. A payment you made is not lost.',
  },
}
