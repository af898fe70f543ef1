import { defineErrors } from '#kernel/errors.ts'

export const payErrors = defineErrors({
  item_not_found: { status: 404, text: 'Product not found' },
  item_unavailable: { status: 404, text: 'This product is not available' },
  price_changed: { status: 409, text: 'The price has changed. Check it again before you pay.' },
  price_not_chargeable: {
    status: 400,
    text: 'price_cents: must end with 0 in a currency with three decimals',
  },
  stock_changed: { status: 409, text: 'The stock has changed. Check the number and save again.' },
  stock_held: { status: 409, text: 'Open checkouts reserve more than this' },
})
