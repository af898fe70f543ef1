/** The pages of the block in the Studio, each with the right that it needs on the tenant. */
export const TABS = [
  { path: '/bolt/library', label: 'Look & embed', title: 'Library', guard: 'see' },
] as const
