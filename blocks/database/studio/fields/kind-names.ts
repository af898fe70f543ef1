import type { FieldKind } from '#kernel/browser/fields/field.ts'

/** The kinds of fields as the Studio names them, in groups. */
export const KIND_GROUPS: readonly { label: string; kinds: readonly FieldKind[] }[] = [
  { label: 'Text', kinds: ['text', 'long_text', 'email', 'link', 'phone'] },
  { label: 'Numbers', kinds: ['number', 'money', 'rating', 'position'] },
  { label: 'Choices', kinds: ['yes_no', 'choice', 'choices'] },
  { label: 'Time', kinds: ['date', 'date_time'] },
  { label: 'Files', kinds: ['file', 'image'] },
  { label: 'Connections', kinds: ['relation', 'person'] },
]

export const KIND_NAMES: Record<FieldKind, string> = {
  text: 'Text',
  long_text: 'Long text',
  number: 'Number',
  money: 'Money',
  yes_no: 'Yes or no',
  date: 'Date',
  date_time: 'Date and time',
  email: 'Email',
  link: 'Link',
  phone: 'Phone',
  choice: 'One choice',
  choices: 'Several choices',
  file: 'File',
  image: 'Picture',
  relation: 'Row of a table',
  person: 'Member',
  rating: 'Rating',
  position: 'Place in a list',
}
