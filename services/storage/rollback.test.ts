import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { toStorageError } from './error-bodies.ts'

test('a write that the database rolled back because of a conflict is a locked file, not a server error', () => {
  for (const state of ['40P01', '40001', '55P03']) {
    const { status, code } = toStorageError(
      Object.assign(new pg.DatabaseError('undone', 6, 'error'), { code: state }),
    )
    assert.deepEqual([status, code], [423, 'ResourceLocked'], state)
  }
  assert.equal(
    toStorageError(Object.assign(new pg.DatabaseError('x', 1, 'error'), { code: '58030' })).status,
    500,
  )
})
