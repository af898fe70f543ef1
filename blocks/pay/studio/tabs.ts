/** The pages of the pay block in the Studio. */
export const TABS = [
  { path: '/bolt/payments', label: 'Products', title: 'Products' },
  { path: '/bolt/payments/orders', label: 'Orders', title: 'Orders' },
  { path: '/bolt/payments/subscriptions', label: 'Subscriptions', title: 'Subscriptions' },
  { path: '/bolt/payments/embed', label: 'Look & embed', title: 'Embed payments' },
] as const
