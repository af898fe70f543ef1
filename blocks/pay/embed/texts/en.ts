/** Words of the Pay Block. Those of spec §2 and §8 are exact. */
export const texts = {
  title: 'Available Products',
  subtitle: 'Choose what works best for you',
  purchase: 'Purchase Now',
  purchasing: 'Opening checkout...',
  unavailable: 'Unavailable',
  /** Behind the price of what is paid again and again. */
  every: { week: '/ week', month: '/ month', year: '/ year' },
  quantity: {
    label: (name: string) => `Quantity: ${name}`,
    less: 'One less',
    more: 'One more',
  },
  empty: {
    title: 'No products yet',
    text: "The creator hasn't added any products for sale yet. Check back later!",
  },
  paid: (name: string) => `Payment successful. Thank you for your purchase of ${name}.`,
  canceled: 'Your payment was canceled. You have not been charged.',
  failed: (name: string) => `Your payment for ${name} did not go through. You have not been charged.`,
  /** An open payment, by how its buyer comes to hear of it. */
  open: {
    back: (name: string) =>
      `We are waiting for the confirmation of your payment for ${name}. This updates by itself.`,
    open: (name: string) => `The checkout for ${name} is open in another window.`,
    left: (name: string) =>
      `The checkout window for ${name} was closed or left. If you have paid, this updates by itself.`,
    earlier: (name: string) =>
      `Your payment for ${name} has not arrived yet. If you have paid, this updates by itself.`,
  },
  showCheckout: 'Show it',
  openCheckout: 'Open checkout',
  checkout: 'Checkout',
  checkoutOf: (name: string) => `Checkout: ${name}`,
  close: 'Close',
  checkoutOver: 'This checkout is over.',
  closeHint: 'You can close this window.',
  backTo: (site: string) => `Back to ${site}`,
  mine: {
    title: 'Your purchases',
    states: {
      pending: 'Waiting',
      paid: 'Paid',
      refunded: 'Refunded',
      canceled: 'Canceled',
      failed: 'Failed',
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
  },
}
