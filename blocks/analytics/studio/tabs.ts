/** The pages of analytics in the Studio, each with the right that it needs on the tenant. */
export const TABS = [
  { path: '/bolt/analytics', label: 'Figures', title: 'Analytics', guard: 'see' },
  { path: '/bolt/analytics/live', label: 'Live', title: 'Live visitors', guard: 'see' },
  { path: '/bolt/analytics/goals', label: 'Goals and funnels', title: 'Goals and funnels', guard: 'see' },
  { path: '/bolt/analytics/settings', label: 'Settings', title: 'Analytics settings', guard: 'settings' },
  { path: '/bolt/analytics/embed', label: 'Look & embed', title: 'Embed analytics', guard: 'see' },
] as const
