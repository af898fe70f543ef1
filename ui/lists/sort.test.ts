import assert from 'node:assert/strict'
import { test } from 'node:test'
import { directionOf, nextSort, sortRows } from './sort.ts'

test('clicks on a head sort in its own direction first, then in the opposite one', () => {
  assert.equal(nextSort('-amount', undefined), '-amount')
  assert.equal(nextSort('-amount', '-amount'), 'amount')
  assert.equal(nextSort('-amount', 'amount'), '-amount')
  assert.equal(nextSort('name', '-amount'), 'name')
  assert.equal(nextSort('name', 'name'), '-name')
})

test('a head tells its direction only if the list is sorted by it', () => {
  assert.equal(directionOf('-amount', 'amount'), 'ascending')
  assert.equal(directionOf('-amount', '-amount'), 'descending')
  assert.equal(directionOf('name', '-amount'), 'none')
  assert.equal(directionOf('name', undefined), 'none')
})

const rows = [
  { name: 'Rye 10', price: 900 },
  { name: 'éclair', price: undefined },
  { name: 'Rye 9', price: 1200 },
  { name: 'Eclair', price: 900 },
]
const values = { name: (row: (typeof rows)[0]) => row.name, price: (row: (typeof rows)[0]) => row.price }
const names = (sort: string | undefined) => sortRows(rows, sort, values).map(({ name }) => name)

test('rows are sorted as people sort them; equal rows keep their order, and missing values come last', () => {
  assert.deepEqual(names('name'), ['éclair', 'Eclair', 'Rye 9', 'Rye 10'])
  assert.deepEqual(names('-name'), ['Rye 10', 'Rye 9', 'éclair', 'Eclair'])
  assert.deepEqual(names('price'), ['Rye 10', 'Eclair', 'Rye 9', 'éclair'])
  assert.deepEqual(names('-price'), ['Rye 9', 'Rye 10', 'Eclair', 'éclair'])
})

test('an unknown sort, or none, leaves the rows as they are', () => {
  assert.equal(sortRows(rows, undefined, values), rows)
  assert.equal(sortRows(rows, 'color', values), rows)
})
