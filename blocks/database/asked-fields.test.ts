import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { FormDesign } from '#kernel/browser/forms/form-design.ts'
import { askedDesign, askedFields } from './asked-fields.ts'

const name: Field = {
  id: 'name0000',
  name: 'name',
  title: 'Your name',
  kind: 'text',
  required: true,
  max: 20,
  slot: 't1',
  indexed: true,
  default: 'secret',
  unique: true,
  unique_slot: 'u1',
}
const other: Field = { id: 'other000', name: 'other', title: 'Other', kind: 'number' }
const design = { pages: [{ sections: [{ questions: [{ field: name.id }] }] }] }

test('[peers D11] a page gets the fields of its questions without names, defaults, audiences and slots', () => {
  assert.deepEqual(askedFields(design, [name, other]), [
    { id: 'name0000', title: 'Your name', kind: 'text', required: true, max: 20 },
  ])
  assert.deepEqual(askedFields(design, [{ ...name, audience: 'x' }]), [])
})

test('[peers D11] questions, comparisons and values of fields that are hidden now do not reach the page', () => {
  const secret: Field = { id: 'secret00', name: 'secret', title: 'Secret', kind: 'text', audience: 'x' }
  const named = { field: name.id, is: 'filled' as const }
  const hidden = { field: secret.id, is: 'is' as const, value: 'SECRET VALUE' }
  const empty = { field: secret.id, is: 'empty' as const }
  const late = { field: 'late0000', is: 'filled' as const }
  const fieldOf = (id: string): Field => ({ id, name: id, title: id, kind: 'text' })
  const ids = ['both0000', 'any00000', 'empty000', 'late0000', 'after000']
  const fields = [name, secret, ...ids.map(fieldOf)]
  const saved: FormDesign = {
    pages: [
      {
        sections: [
          {
            questions: [
              { field: name.id },
              { field: secret.id, label: 'SECRET LABEL', help: 'SECRET HELP' },
              { field: 'both0000', when: { all: [named, empty] } },
              { field: 'any00000', when: { any: [named, hidden] } },
              { field: 'empty000', when: { any: [empty, named] } },
              { field: 'late0000', when: { all: [named, hidden] } },
              { field: 'after000', when: { any: [late] } },
            ],
          },
        ],
      },
      { title: 'SECRET PAGE', when: { all: [hidden] }, sections: [] },
    ],
  }
  assert.deepEqual(askedDesign(saved, askedFields(saved, fields)), {
    pages: [
      {
        sections: [
          {
            questions: [
              { field: name.id },
              { field: 'both0000', when: { all: [named] } },
              { field: 'any00000', when: { any: [named] } },
              { field: 'empty000' },
            ],
          },
        ],
      },
    ],
  })
})
