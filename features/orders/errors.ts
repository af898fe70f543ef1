import { defineErrors } from '#kernel/errors.ts'

export const orderErrors = defineErrors({
  item_unavailable: { status: 404, text: 'This product is not available' },
  price_changed: { status: 409, text: 'The price has changed. Check it again before you pay.' },
  members_only: { status: 403, text: 'This product is only for certain members. Nothing was charged.' },
  cannot_sell: { status: 409, text: 'This shop cannot take payments yet. Please try again later.' },
  /** The Free plan sells only in test mode. */
  plan_cannot_sell: {
    code: 'cannot_sell',
    status: 402,
    text: 'This shop cannot take payments yet. Please try again later.',
  },
  not_embeddable: {
    status: 409,
    text: 'The checkout cannot be shown on this page. Open it on its own page.',
  },
  already_subscribed: { status: 409, text: 'You already own this. See your purchases.' },
  checkout_busy: {
    status: 409,
    text: 'A checkout for this is already in progress. Please try again in a moment.',
  },
  sold_out: { status: 409, text: 'This is sold out.' },
  too_few_left: { status: 409, text: 'There are fewer left than you chose.' },
  too_many_held: {
    status: 409,
    text: "We can't reserve that many. Choose fewer, or try again later.",
  },
  not_chargeable: { status: 400, text: 'This amount cannot be charged to a card' },
  currency_refused: { status: 409, text: 'This shop cannot take payments in this currency' },
  bad_page: { status: 400, text: 'page_url must be the full address of the page' },
  site_not_listed: { status: 403, text: "This site is not on the tenant's list of sites" },
  order_not_found: { status: 404, text: 'Order not found' },
  not_refundable: { status: 409, text: 'Nothing on this order can be refunded' },
  refund_too_large: { status: 409, text: 'The amount is more than what can still be refunded' },
  not_recurring: { status: 409, text: 'This order has no subscription' },
  not_per_seat: { status: 409, text: 'This purchase has no seats' },
  subscription_ended: { status: 409, text: 'This subscription has already ended' },
  no_receipt: { status: 404, text: 'There is no receipt for this order' },
  shop_away: { status: 409, text: 'The shop no longer has this payments account' },
})

/** Shown when the card provider cannot be reached. */
export const CHECKOUT_AWAY = 'The checkout cannot be reached right now. Please try again in a moment.'

/** The same in the Studio. */
export const PROVIDER_AWAY =
  'The payments provider cannot be reached right now. Please try again in a moment.'
