/** The pages of the pay block in the Studio, each with the right that it needs on the tenant. */
export const TABS = [
  { path: '/bolt/payments', title: 'Products', guard: 'content' },
  { path: '/bolt/payments/orders', title: 'Orders', guard: 'orders' },
  { path: '/bolt/payments/subscriptions', title: 'Subscriptions', guard: 'orders' },
  { path: '/bolt/payments/embed', label: 'Look & embed', title: 'Embed payments', guard: 'see' },
] as const
