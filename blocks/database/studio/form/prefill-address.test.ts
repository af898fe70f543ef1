import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AskedField, FormDesign } from '#kernel/browser/forms/form-design.ts'
import { prefilled } from '#blocks/database/embed/prefilled.ts'
import { fillables, prefillAddress } from './prefill-address.ts'

const fields: AskedField[] = [
  { id: 'name', title: 'Name', kind: 'text' },
  { id: 'tags', title: 'Tags', kind: 'choices' },
  { id: 'mail', title: 'Email', kind: 'email' },
]
const design: FormDesign = {
  pages: [
    {
      sections: [
        {
          questions: [
            { field: 'name', prefill: { parameter: 'who' } },
            { field: 'tags', prefill: { parameter: 'tags' } },
            { field: 'mail', prefill: { person: 'email' } },
          ],
        },
      ],
    },
  ],
}

test('[peers D5] a link gives the form the values that were typed for it', () => {
  assert.deepEqual(
    fillables(design).map(({ parameter }) => parameter),
    ['who', 'tags'],
  )
  const address = prefillAddress('https://mill.example/signup?lang=de#form', {
    who: ' Ann & Bob = 2 ',
    tags: 'food, people',
  })!
  const parameters = Object.fromEntries(new URL(address).searchParams)
  assert.equal(parameters['lang'], 'de')
  assert.equal(new URL(address).hash, '#form')
  assert.deepEqual(prefilled(design, fields, { parameters }), {
    name: 'Ann & Bob = 2',
    tags: ['food', 'people'],
  })
})

test('empty values are left out, and only web addresses make a link', () => {
  assert.equal(prefillAddress('https://mill.example/?who=old', { who: '' }), 'https://mill.example/')
  for (const page of ['', 'mill', 'javascript:alert(1)', 'mailto:a@b.c', 'https://'])
    assert.equal(prefillAddress(page, { who: 'Ann' }), undefined, page)
})
