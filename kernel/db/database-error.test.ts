import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { isDatabaseAway, sqlState } from './database-error.ts'

const socket = (code: string) => Object.assign(new Error(`connect ${code}`), { code })
const said = (code: string) => Object.assign(new pg.DatabaseError('words', 0, 'error'), { code })

test('a database that cannot be asked is told from one that refuses', () => {
  for (const away of [
    said('08006'),
    said('57P01'),
    said('57P03'),
    said('53300'),
    socket('ECONNREFUSED'),
    socket('EPIPE'),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
  ])
    assert.ok(isDatabaseAway(away), away.message)
  for (const refusal of [
    said('42501'),
    said('23505'),
    said('57014'),
    socket('EACCES'),
    new Error('The upload: Connection terminated'),
    'Connection terminated',
    undefined,
  ])
    assert.ok(!isDatabaseAway(refusal), String(refusal))
})

test('an errno of five letters is no SQLSTATE', () => {
  assert.equal(sqlState(said('42P01')), '42P01')
  assert.equal(sqlState(socket('EPIPE')), undefined)
  assert.equal(sqlState(null), undefined)
})

test('what pg throws at a closed port is recognised', async () => {
  const nobody = new pg.Client({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 2000 })
  const thrown = await nobody.connect().then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(isDatabaseAway(thrown), String(thrown))
})
