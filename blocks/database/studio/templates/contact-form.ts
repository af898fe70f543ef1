import type { TableTemplate } from './template.ts'

export const contactForm: TableTemplate = {
  id: 'contact-form',
  name: 'Contact form',
  text: 'Messages from your site. Only you and your staff read them.',
  title: 'Contact messages',
  fields: [
    { name: 'name', title: 'Name', kind: 'text', required: true, max: 120 },
    { name: 'email', title: 'Email', kind: 'email', required: true, help: 'So that we can reply.' },
    {
      name: 'topic',
      title: 'Topic',
      kind: 'choice',
      choices: [
        { value: 'question', title: 'Question', color: 'accent' },
        { value: 'order', title: 'My order', color: 'yellow' },
        { value: 'other', title: 'Something else', color: 'gray' },
      ],
    },
    { name: 'message', title: 'Message', kind: 'long_text', required: true, max: 4000 },
    { name: 'answered', title: 'Answered', kind: 'yes_no', default: false },
  ],
  rights: { see: null, add: null, change: null, delete: null },
  approval: false,
  form: {
    title: 'Write to us',
    asks: ['name', 'email', 'topic', 'message'],
    settings: {
      button: 'Send message',
      thanks: 'Thank you for your message. We reply as soon as we can.',
      notify: true,
    },
  },
  rows: [
    {
      name: 'Mara Lindqvist',
      email: 'mara@example.com',
      topic: 'question',
      message: 'Do you deliver on Saturdays?',
      answered: true,
    },
    {
      name: 'Jonas Peters',
      email: 'jonas@example.com',
      topic: 'order',
      message: 'One loaf was missing from my last order. Could you add it to the next one?',
      answered: false,
    },
  ],
}
