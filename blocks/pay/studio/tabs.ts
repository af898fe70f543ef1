/** The pages of the pay block in the Studio, each with the right that it needs on the tenant. */
export const TABS = [
  { path: '/bolt/payments', label: 'Products', title: 'Products', guard: 'content' },
  { path: '/bolt/payments/orders', label: 'Orders', title: 'Orders', guard: 'orders' },
  { path: '/bolt/payments/subscriptions', label: 'Subscriptions', title: 'Subscriptions', guard: 'orders' },
  { path: '/bolt/payments/embed', label: 'Look & embed', title: 'Embed payments', guard: 'see' },
] as const
