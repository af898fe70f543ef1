/** The pages of the assistant in the Studio, each with the right that it needs on the tenant. */
export const TABS = [
  { path: '/bolt/assistant', title: 'Knowledge', guard: 'content' },
  { path: '/bolt/assistant/budget', title: 'Budget', guard: 'settings' },
  { path: '/bolt/assistant/conversations', title: 'Conversations', guard: 'people' },
  { path: '/bolt/assistant/embed', label: 'Look & embed', title: 'Embed the assistant', guard: 'see' },
] as const
