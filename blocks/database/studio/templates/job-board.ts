import { EVERYONE, type TableTemplate } from './template.ts'

export const jobBoard: TableTemplate = {
  id: 'job-board',
  name: 'Job board',
  text: 'Employers send openings. They appear on your site after you approve them.',
  title: 'Job openings',
  fields: [
    { name: 'position', title: 'Position', kind: 'text', required: true, max: 120 },
    {
      name: 'hours',
      title: 'Hours',
      kind: 'choice',
      required: true,
      choices: [
        { value: 'full_time', title: 'Full time', color: 'accent' },
        { value: 'part_time', title: 'Part time', color: 'green' },
        { value: 'apprentice', title: 'Apprenticeship', color: 'yellow' },
      ],
    },
    { name: 'location', title: 'Location', kind: 'text', max: 120 },
    { name: 'salary', title: 'Salary per month, from', kind: 'money', currency: 'eur', min: 0 },
    { name: 'description', title: 'Description', kind: 'long_text', required: true },
    { name: 'apply', title: 'Apply at', kind: 'link' },
    { name: 'until', title: 'Apply by', kind: 'date' },
  ],
  rights: { see: EVERYONE, add: null, change: null, delete: null },
  approval: true,
  form: {
    title: 'Post a job',
    asks: ['position', 'hours', 'location', 'salary', 'description', 'apply', 'until'],
    settings: {
      text: 'Your opening appears here after we have read it.',
      button: 'Post job',
      thanks: 'Thank you. We read your opening and publish it soon.',
      notify: true,
    },
  },
  list: {
    title: 'Open positions',
    layout: 'cards',
    shows: ['position', 'hours', 'location', 'salary', 'description', 'apply', 'until'],
    filters: ['hours'],
    search: true,
    empty: 'There are no openings at the moment.',
  },
  rows: [
    {
      position: 'Baker',
      hours: 'full_time',
      location: 'Main Street',
      salary: 290_000,
      description: 'You bake bread and rolls with a team of four. We start at four and end at noon.',
      apply: 'https://example.com/jobs/baker',
    },
    {
      position: 'Sales assistant',
      hours: 'part_time',
      location: 'Market Hall',
      salary: 160_000,
      description: 'You advise our customers, three days a week.',
    },
  ],
}
