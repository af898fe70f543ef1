import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGuests } from './typed-guests.ts'
import { searchFilter } from './search-filter.ts'

test('guests are read from lines as people paste them; lines without an address are named', () => {
  assert.deepEqual(
    readGuests(
      'ada@example.com\n\nAda Oak <ada@example.com>\nOak, Ada, ada@example.com\n"Rui" rui@example.org;\nsomeone',
    ),
    {
      guests: [
        { email: 'ada@example.com' },
        { name: 'Ada Oak', email: 'ada@example.com' },
        { name: 'Oak Ada', email: 'ada@example.com' },
        { name: 'Rui', email: 'rui@example.org' },
      ],
      faults: ['someone'],
    },
  )
})

test('a search is literal: the signs of patterns and of the filter have no meaning', () => {
  assert.equal(searchFilter('50%_,)"').split(',holder_email')[0]!.startsWith('holder_name.ilike."*50'), true)
  assert.ok(searchFilter('a"b').includes('\\"'))
})
