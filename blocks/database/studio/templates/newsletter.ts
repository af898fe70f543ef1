import type { TableTemplate } from './template.ts'

export const newsletter: TableTemplate = {
  id: 'newsletter',
  name: 'Newsletter sign-up',
  text: 'Collects addresses, each only once, with the consent that you need to write to them.',
  title: 'Newsletter sign-ups',
  fields: [
    { name: 'email', title: 'Email', kind: 'email', required: true, unique: true },
    { name: 'name', title: 'First name', kind: 'text', max: 80 },
    {
      name: 'interests',
      title: 'Interests',
      kind: 'choices',
      choices: [
        { value: 'news', title: 'News', color: 'accent' },
        { value: 'offers', title: 'Offers', color: 'yellow' },
        { value: 'events', title: 'Events', color: 'green' },
      ],
    },
    {
      name: 'consent',
      title: 'I would like to receive the newsletter',
      kind: 'yes_no',
      required: true,
      help: 'You can unsubscribe at any time.',
    },
    { name: 'signed_up', title: 'Signed up', kind: 'date_time', default: 'now' },
  ],
  rights: { see: null, add: null, change: null, delete: null },
  approval: false,
  form: {
    title: 'Get our newsletter',
    asks: ['email', 'name', 'interests', 'consent'],
    settings: { button: 'Sign up', thanks: 'Thank you. You are on the list.' },
  },
  rows: [
    { email: 'nina@example.com', name: 'Nina', interests: ['news', 'events'], consent: true },
    { email: 'tom@example.com', name: 'Tom', interests: ['offers'], consent: true },
  ],
}
