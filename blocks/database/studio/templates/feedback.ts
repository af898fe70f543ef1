import type { TableTemplate } from './template.ts'

export const feedback: TableTemplate = {
  id: 'feedback',
  name: 'Feedback',
  text: 'A rating and a few words after a visit or an order. Only you and your staff read them.',
  title: 'Feedback',
  fields: [
    { name: 'rating', title: 'How was it?', kind: 'rating', required: true, max: 5 },
    {
      name: 'about',
      title: 'What is it about?',
      kind: 'choices',
      choices: [
        { value: 'product', title: 'Products', color: 'yellow' },
        { value: 'service', title: 'Service', color: 'accent' },
        { value: 'website', title: 'Website', color: 'gray' },
      ],
    },
    { name: 'comment', title: 'What can we do better?', kind: 'long_text', max: 4000 },
    { name: 'email', title: 'Email', kind: 'email', help: 'If you would like a reply.' },
  ],
  rights: { see: null, add: null, change: null, delete: null },
  approval: false,
  form: {
    title: 'How did we do?',
    asks: ['rating', 'about', 'comment', 'email'],
    settings: { button: 'Send feedback', thanks: 'Thank you. We read every word.' },
  },
  rows: [
    { rating: 5, about: ['product'], comment: 'More of the walnut bread, please.' },
    {
      rating: 3,
      about: ['service', 'website'],
      comment: 'I could not find the opening hours.',
      email: 'kim@example.com',
    },
  ],
}
