import type { TableTemplate } from './template.ts'

export const waitingList: TableTemplate = {
  id: 'waiting-list',
  name: 'Waiting list',
  text: 'Visitors leave their address until a place is free. You invite them in order.',
  title: 'Waiting list',
  fields: [
    { name: 'email', title: 'Email', kind: 'email', required: true, unique: true },
    { name: 'name', title: 'Name', kind: 'text', required: true, max: 120 },
    { name: 'places', title: 'Number of places', kind: 'number', min: 1, max: 20, default: 1 },
    { name: 'note', title: 'Note', kind: 'long_text', max: 1000 },
    {
      name: 'status',
      title: 'Status',
      kind: 'choice',
      default: 'waiting',
      choices: [
        { value: 'waiting', title: 'Waiting', color: 'gray' },
        { value: 'invited', title: 'Invited', color: 'accent' },
        { value: 'joined', title: 'Joined', color: 'green' },
      ],
    },
    { name: 'place', title: 'Place in the list', kind: 'position' },
  ],
  rights: { see: null, add: null, change: null, delete: null },
  approval: false,
  form: {
    title: 'Join the waiting list',
    asks: ['name', 'email', 'places', 'note'],
    settings: { button: 'Join', thanks: 'Thank you. We write to you as soon as a place is free.' },
  },
  rows: [
    { email: 'ida@example.com', name: 'Ida Holm', places: 2, status: 'invited', place: 1 },
    { email: 'omar@example.com', name: 'Omar Said', places: 1, status: 'waiting', place: 2 },
    { email: 'lea@example.com', name: 'Léa Martin', places: 4, status: 'waiting', place: 3 },
  ],
}
