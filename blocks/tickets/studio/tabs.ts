/** The pages of tickets in the Studio, each with the right that it needs on the tenant. */
export const TABS = [
  { path: '/bolt/tickets', title: 'Events', guard: 'see' },
  { path: '/bolt/tickets/attendees', title: 'Attendees', guard: 'people' },
  { path: '/bolt/tickets/messages', title: 'Messages', guard: 'people' },
  { path: '/bolt/tickets/check-in', title: 'Check-in', guard: 'door' },
  { path: '/bolt/tickets/embed', label: 'Look & embed', title: 'Embed tickets', guard: 'see' },
] as const
