import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AskedField, FormDesign } from '#kernel/browser/forms/form-design.ts'
import { prefilled } from './prefilled.ts'

const fields: AskedField[] = [
  { id: 'name', title: 'Name', kind: 'text' },
  { id: 'mail', title: 'Email', kind: 'email' },
  { id: 'tags', title: 'Tags', kind: 'choices' },
  { id: 'news', title: 'News', kind: 'yes_no' },
  { id: 'note', title: 'Note', kind: 'text' },
]
const design: FormDesign = {
  pages: [
    {
      sections: [
        {
          questions: [
            { field: 'name', prefill: { parameter: 'name' } },
            { field: 'mail', prefill: { person: 'email' } },
            { field: 'tags', prefill: { parameter: 'tags' }, hidden: true },
            { field: 'news', prefill: { parameter: 'news' } },
            { field: 'note' },
          ],
        },
      ],
    },
  ],
}
const user = { id: 'u', email: 'ada@oak.test', name: 'Ada', verified: true, since: null }

test('[peers D5] values come from parameters and from the member, in the form that their controls have', () => {
  const parameters = { name: 'Ann', tags: 'a, b', news: 'yes', note: 'not asked for', other: 'x' }
  assert.deepEqual(prefilled(design, fields, { parameters, user }), {
    name: 'Ann',
    mail: 'ada@oak.test',
    tags: ['a', 'b'],
    news: true,
  })
})

test('what is missing fills nothing, and names of Object.prototype are no parameters', () => {
  assert.deepEqual(prefilled(design, fields, { parameters: {}, user: null }), {})
  const inherited: FormDesign = {
    pages: [{ sections: [{ questions: [{ field: 'name', prefill: { parameter: 'constructor' } }] }] }],
  }
  assert.deepEqual(prefilled(inherited, fields, { parameters: {} }), {})
})
