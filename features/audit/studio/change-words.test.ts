import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actWords, actorWords, changedColumns, valueWords } from './change-words.ts'

test('acts, actors and values read as words; an act of a new unit reads as its name', () => {
  assert.equal(actWords('product.price_changed'), 'Price changed')
  assert.equal(actWords('sign_in_provider.created'), 'Sign in provider created')
  assert.equal(actWords('checkin_list.created'), 'Gate created')
  assert.equal(actWords('ticket_type_quota.deleted'), 'Seats of a ticket type deleted')
  assert.equal(actorWords({ actor_kind: 'owner', actor_name: 'ann@example.test' }), 'ann@example.test')
  assert.equal(actorWords({ actor_kind: 'person', actor_name: '' }), 'Customer')
  assert.deepEqual([null, '', 'a', [], 0, false].map(valueWords), ['–', '–', 'a', '–', '0', 'false'])
  assert.deepEqual([['a', 'b'], [1], { a: ['b'] }].map(valueWords), ['a\nb', '[1]', '{"a":["b"]}'])
})

test('a change lists its columns by name; a new row only those with a value', () => {
  assert.deepEqual(changedColumns({ before: { b: 1, a: null }, after: { b: 2, a: 'x' } }), [
    { name: 'a', before: null, after: 'x' },
    { name: 'b', before: 1, after: 2 },
  ])
  assert.deepEqual(changedColumns({ before: null, after: { name: 'Loaf', stock: null } }), [
    { name: 'name', before: undefined, after: 'Loaf' },
  ])
  assert.deepEqual(changedColumns({ before: null, after: null }), [])
})
