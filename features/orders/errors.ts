import { defineErrors } from '#kernel/errors.ts'

export const orderErrors = defineErrors({
  cannot_sell: { status: 409, text: 'This shop cannot take payments yet. Please try again later.' },
  bad_page: { status: 400, text: 'page_url must be the full address of the page' },
  site_not_listed: { status: 403, text: 'This site is not on the list of sites of this tenant' },
  order_not_found: { status: 404, text: 'Order not found' },
})

/** Shown when the card provider cannot be reached. */
export const CHECKOUT_AWAY = 'The checkout cannot be reached right now. Please try again in a moment.'
