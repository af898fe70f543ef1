import type { EmbedSample } from '#kernel/browser/embed-page.ts'
import type { OrderStatus, OrderStatusRequest, PurchaseRequest, PurchaseStarted } from '../endpoints.ts'
import type { PayItem, PayPageData } from './data-types.ts'

const items: PayItem[] = (
  [
    [
      'loaf',
      'Rye & honey loaf',
      'Stone-ground rye, wildflower honey, sea salt. Warm at nine.',
      1000,
      null,
      null,
    ],
    ['box', 'Weekly bread box', 'Three loaves, collected every Saturday.', 2400, 'week', null],
    ['kit', 'Rye starter kit', 'Jar, flour and a five-day plan to your own starter.', 1850, null, 3],
  ] as const
).map(([id, name, description, price_cents, interval, available]) => ({
  id,
  name,
  description,
  price_cents,
  currency: 'eur',
  interval,
  available,
  picture: null,
}))

/** A bakery's three products. Every purchase succeeds. */
export const sample = (): EmbedSample => ({
  data: { items, canSell: true, overlay: false } satisfies Partial<PayPageData>,
  answers: {
    'POST /purchase': ({ item_id, quantity = 1 }: PurchaseRequest): PurchaseStarted => ({
      url: '#',
      receipt: `${item_id} ${quantity}`,
      embedded: null,
      ended: [],
    }),
    'GET /catalogue': () => ({ items, canSell: true }),
    'POST /order-status': ({ receipt = '' }: OrderStatusRequest): OrderStatus => {
      const [id, quantity] = receipt.split(' ')
      const item = items.find((one) => one.id === id)!
      return {
        order_id: receipt,
        status: 'paid',
        item_name: item.name,
        quantity: Number(quantity),
        amount_total: item.price_cents * Number(quantity),
        currency: item.currency,
        interval: item.interval,
      }
    },
  },
})
