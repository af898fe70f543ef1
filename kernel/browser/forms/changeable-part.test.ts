import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeablePart } from './changeable-part.ts'
import type { AskedField } from './form-design.ts'

const FIELDS: AskedField[] = [
  { id: 'cake0000', title: 'Cake', kind: 'text' },
  { id: 'sketch00', title: 'Sketch', kind: 'image' },
  { id: 'contract', title: 'Contract', kind: 'file' },
]

test('sections and pages of files alone are left out, and those of text alone stay', () => {
  const text = { text: 'We reply within two days.', questions: [] }
  const cake = { title: 'The cake', questions: [{ field: 'cake0000' }] }
  const picture = { title: 'Picture', questions: [{ field: 'sketch00' }] }
  const { design, fields } = changeablePart(
    { pages: [{ sections: [text, cake, picture] }, { sections: [{ questions: [{ field: 'contract' }] }] }] },
    FIELDS,
  )
  assert.deepEqual(design, { pages: [{ sections: [text, cake] }] })
  assert.deepEqual(
    fields.map(({ id }) => id),
    ['cake0000'],
  )
})

test('the quantity that was paid for stays, and so does what depends on it', () => {
  const seats: AskedField = { id: 'seats000', title: 'Seats', kind: 'number' }
  const when = { all: [{ field: 'seats000', is: 'filled' as const }] }
  const pages = [{ sections: [{ questions: [{ field: 'seats000' }, { field: 'cake0000', when }] }] }]
  assert.deepEqual(changeablePart({ pages }, [seats, ...FIELDS], 'seats000').fields, [])
  assert.deepEqual(
    changeablePart({ pages }, [seats, ...FIELDS]).fields.map(({ id }) => id),
    ['seats000', 'cake0000'],
  )
})
