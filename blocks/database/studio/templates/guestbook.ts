import { AUTHOR, EVERYONE, type TableTemplate } from './template.ts'

export const guestbook: TableTemplate = {
  id: 'guestbook',
  name: 'Guestbook',
  text: 'Visitors leave a note. It appears on your site after you approve it.',
  title: 'Guestbook',
  fields: [
    { name: 'name', title: 'Name', kind: 'text', required: true, max: 80 },
    { name: 'message', title: 'Message', kind: 'long_text', required: true, max: 1000 },
    { name: 'stars', title: 'Rating', kind: 'rating', max: 5 },
  ],
  rights: { see: EVERYONE, add: null, change: AUTHOR, delete: AUTHOR },
  approval: true,
  form: {
    title: 'Sign our guestbook',
    asks: ['name', 'message', 'stars'],
    settings: { button: 'Sign', thanks: 'Thank you for your note.' },
  },
  list: {
    title: 'Guestbook',
    layout: 'cards',
    shows: ['name', 'stars', 'message'],
    empty: 'No notes yet. Be the first to leave one.',
    own_rows: true,
  },
  rows: [
    { name: 'Aylin', message: 'The best sourdough in town. We come back every Saturday.', stars: 5 },
    { name: 'Ben and Ruth', message: 'Thank you for the lovely birthday cake!', stars: 5 },
    { name: 'Carla', message: 'Friendly team, a little crowded at noon.', stars: 4 },
  ],
}
