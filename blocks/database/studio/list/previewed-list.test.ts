import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DataTable } from '#features/tables/endpoints.ts'
import { listViewOf, listedRow, previewQuery } from './previewed-list.ts'

const table = {
  approval: true,
  fields: [
    { id: 'cake0000', name: 'cake', title: 'Cake', kind: 'text' },
    { id: 'price000', name: 'price', title: 'Price', kind: 'money', currency: 'eur' },
    { id: 'margin00', name: 'margin', title: 'Margin', kind: 'money', currency: 'eur', audience: 'staff' },
    { id: 'photo000', name: 'photo', title: 'Photo', kind: 'image' },
  ],
} as unknown as DataTable
const design = { fields: ['cake0000', 'price000', 'margin00', 'photo000'] }

test('the preview of a list shows only fields that everyone may see', () => {
  const list = listViewOf(table, { title: 'Cakes', layout: 'table', design: { ...design, sort: true } })
  assert.deepEqual(
    list.fields.map(({ id }) => id),
    ['cake0000', 'price000', 'photo000'],
  )
  assert.deepEqual(list.sorts, ['cake0000', 'price000'])
  assert.equal(list.details, undefined)
})

test('its rows are those that are approved, in the order of the list, with values by field', () => {
  assert.deepEqual(previewQuery(table, design), {
    filters: [{ field: 'approved', operator: 'yes', value: '' }],
    sorts: [{ field: 'created_at', isDescending: true }],
  })
  const ordered = { ...design, order: 'price000', descending: false }
  assert.deepEqual(previewQuery({ ...table, approval: false }, ordered), {
    filters: [],
    sorts: [{ field: 'price', isDescending: false }],
  })
  const row = {
    id: 'row',
    created_at: '2026-11-27T12:00:00Z',
    updated_at: '2026-11-27T12:00:00Z',
    created_by: null,
    approved: true,
    cake: 'Lemon cloud',
    price: null,
    photo: { id: 'file' },
  }
  assert.deepEqual(listedRow(table, row).values, { cake0000: 'Lemon cloud' })
})
