/** The pages of the library in the Studio, each with the right that it needs on the tenant. */
export const TABS = [
  { path: '/bolt/library', title: 'Items', guard: 'content' },
  { path: '/bolt/library/embed', label: 'Look & embed', title: 'Embed the library', guard: 'see' },
] as const
