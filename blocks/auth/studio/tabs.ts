/** The pages of the sign-in block in the Studio. */
export const TABS = [
  { path: '/bolt/sign-in', label: 'Members', title: 'Members' },
  { path: '/bolt/sign-in/teams', label: 'Teams', title: 'Teams' },
  { path: '/bolt/sign-in/methods', label: 'Sign-in methods', title: 'Sign-in methods' },
  { path: '/bolt/sign-in/roles', label: 'Roles and teams', title: 'Roles and teams' },
  { path: '/bolt/sign-in/embed', label: 'Look & embed', title: 'Embed sign-in' },
] as const
