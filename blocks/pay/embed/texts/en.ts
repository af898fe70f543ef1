import type { Translated } from '#kernel/browser/spoken.ts'

/** Texts of the Pay Block. Strings from spec §2 and §8 are exact. */
export const texts = {
  title: 'Available Products',
  subtitle: 'Choose what works best for you',
  purchase: 'Purchase Now',
  purchasing: 'Opening checkout...',
  unavailable: 'Unavailable',
  soldOut: 'Sold out',
  /** Below the price when few are left. */
  left: (count: number) => `Only ${count} left`,
  /** The previous price, beside one that has just changed. */
  was: (price: string) => `was ${price}`,
  /** After the price of a subscription. */
  every: { week: '/ week', month: '/ month', year: '/ year' },
  /** After the price of a product that is sold per seat. */
  perSeat: 'per seat',
  quantity: {
    label: (name: string) => `Quantity: ${name}`,
    less: 'One less',
    more: 'One more',
  },
  empty: {
    title: 'No products yet',
    text: "The creator hasn't added any products for sale yet. Check back later!",
  },
  /** Products for members, and members' prices. */
  members: {
    price: 'Members’ price',
    insteadOf: (price: string) => `instead of ${price}`,
    of: (names: string) => `For members of ${names}.`,
    only: 'For members only.',
    opens: (day: string) => `Opens on ${day}.`,
    after: (days: number) =>
      days === 1 ? 'Opens a day after joining.' : `Opens ${days} days after joining.`,
    ask: 'Ask the owner for access.',
    signIn: 'Sign In',
    show: (name: string) => `See ${name}`,
  },
  /** Why a press on the button started no checkout. */
  changed: {
    price: (name: string, before: string, now: string) =>
      `The price of ${name} has changed from ${before} to ${now}. Nothing was charged. Press again to buy it.`,
    members: (name: string) => `${name} is only for members. Nothing was charged.`,
    soldOut: (name: string) => `${name} is sold out. Nothing was charged.`,
    left: (name: string, count: number) => `Only ${count} of ${name} left. Nothing was charged.`,
    gone: (name: string) => `${name} is no longer for sale. Nothing was charged.`,
  },
  paid: (name: string) => `Payment successful. Thank you for your purchase of ${name}.`,
  canceled: 'Your payment was canceled. You have not been charged.',
  failed: (name: string) => `Your payment for ${name} did not go through. You have not been charged.`,
  /** A pending payment, by the stage of its checkout. */
  open: {
    back: (name: string) =>
      `We're waiting for confirmation of your payment for ${name}. This updates automatically.`,
    open: (name: string) => `The checkout for ${name} is open in another window.`,
    left: (name: string) =>
      `The checkout window for ${name} was closed. If you have paid, this updates automatically.`,
    earlier: (name: string) =>
      `Your payment for ${name} has not arrived yet. If you have paid, this updates automatically.`,
  },
  showCheckout: 'Show checkout',
  openCheckout: 'Open checkout',
  checkout: 'Checkout',
  checkoutOf: (name: string) => `Checkout: ${name}`,
  close: 'Close',
  checkoutOver: 'This checkout has expired.',
  closeHint: 'You can close this window.',
  backTo: (site: string) => `Back to ${site}`,
  mine: {
    title: 'Your purchases',
    states: {
      paid: 'Paid',
      refunded: 'Refunded',
    },
    pastDue: 'Past Due',
    renews: (day: string) => `Renews on ${day}`,
    ends: (day: string) => `Ends on ${day}`,
    partly: (amount: string) => `${amount} refunded`,
    receipt: 'Receipt',
    manage: 'Manage',
    more: 'Show more',
    failed: 'Your purchases could not be loaded.',
  },
  tryAgain: 'Try again',
  dismiss: 'OK',
  errors: {
    no_tenant: 'No tenant specified',
    tenant_not_found: 'Tenant not found',
    load_failed: 'Failed to load products',
    unexpected: 'An error occurred',
    /** Messages by error code; in English they equal the server's messages. */
    codes: {
      network: 'No connection. Check your network and try again.',
      conflict: 'Someone else changed this at the same time. Please try again.',
      too_many_requests: 'Too many requests. Please try again later.',
      session_ended: 'The session has ended. Please sign in again.',
      cannot_sell: 'This shop cannot take payments yet. Please try again later.',
      payments_unavailable: 'The checkout cannot be reached right now. Please try again in a moment.',
      already_subscribed: 'You already own this. See your purchases.',
      checkout_busy: 'A checkout for this is already in progress. Please try again in a moment.',
      too_many_held: "We can't reserve that many. Choose fewer, or try again later.",
      not_chargeable: 'This amount cannot be charged to a card',
      currency_refused: 'This shop cannot take payments in this currency',
      site_not_listed: "This site is not on the tenant's list of sites",
      order_not_found: 'Order not found',
      no_receipt: 'There is no receipt for this order',
      not_recurring: 'This order has no subscription',
      shop_away: 'The shop no longer has this payments account',
    },
  },
}

export type Texts = Translated<typeof texts>
