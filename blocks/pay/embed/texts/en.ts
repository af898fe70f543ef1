/** Words of the Pay Block. Those of spec §2 and §8 are exact. */
export const texts = {
  title: 'Available Products',
  subtitle: 'Choose what works best for you',
  purchase: 'Purchase Now',
  purchasing: 'Opening checkout...',
  unavailable: 'Unavailable',
  empty: {
    title: 'No products yet',
    text: "The creator hasn't added any products for sale yet. Check back later!",
  },
  paid: (name: string) => `Payment successful. Thank you for your purchase of ${name}.`,
  canceled: 'Your payment was canceled. You have not been charged.',
  failed: (name: string) => `Your payment for ${name} did not go through. You have not been charged.`,
  pending: (name: string) =>
    `We are waiting for the confirmation of your payment for ${name}. This updates by itself.`,
  unpaid: (name: string) =>
    `Your payment for ${name} has not arrived yet. If you have paid, this updates by itself.`,
  tryAgain: 'Try again',
  dismiss: 'OK',
  errors: {
    no_tenant: 'No tenant specified',
    tenant_not_found: 'Tenant not found',
    load_failed: 'Failed to load products',
    unexpected: 'An error occurred',
  },
}
