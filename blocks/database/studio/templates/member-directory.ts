import { AUTHOR, SIGNED_IN, type TableTemplate } from './template.ts'

export const memberDirectory: TableTemplate = {
  id: 'member-directory',
  name: 'Member directory',
  text: 'Signed-in members add themselves, see each other and change only their own entry.',
  title: 'Member directory',
  fields: [
    { name: 'name', title: 'Name', kind: 'text', required: true, max: 120 },
    { name: 'photo', title: 'Photo', kind: 'image' },
    { name: 'about', title: 'About me', kind: 'long_text', max: 2000 },
    { name: 'city', title: 'City', kind: 'text', max: 80 },
    { name: 'website', title: 'Website', kind: 'link' },
    { name: 'member', title: 'Member', kind: 'person', default: 'me' },
  ],
  rights: { see: SIGNED_IN, add: SIGNED_IN, change: AUTHOR, delete: AUTHOR },
  approval: false,
  form: {
    title: 'Add yourself',
    asks: ['name', 'photo', 'about', 'city', 'website'],
    audience: SIGNED_IN,
    settings: { button: 'Add me', thanks: 'You are in the directory now.' },
  },
  list: {
    title: 'Our members',
    layout: 'cards',
    shows: ['name', 'photo', 'about', 'city', 'website'],
    order: 'name',
    descending: false,
    search: true,
    own_rows: true,
  },
  rows: [
    { name: 'Hanna Berg', about: 'Potter and teacher.', city: 'Lund', website: 'https://example.com/hanna' },
    { name: 'Samir Khan', about: 'I repair old radios.', city: 'Leeds' },
  ],
}
