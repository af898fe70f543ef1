import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '#kernel/browser/fields/field.ts'
import { askedFields } from './asked-fields.ts'

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
