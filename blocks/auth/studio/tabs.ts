/** The pages of the sign-in block in the Studio, each with the right that it needs on the tenant. */
export const TABS = [
  { path: '/bolt/sign-in', title: 'Members', guard: 'people' },
  { path: '/bolt/sign-in/methods', title: 'Sign-in methods', guard: 'settings' },
  { path: '/bolt/sign-in/roles', title: 'Roles and teams', guard: 'people' },
  { path: '/bolt/sign-in/embed', label: 'Look & embed', title: 'Embed sign-in', guard: 'see' },
] as const
