import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStatementNames } from './statement-name.ts'

test('a text gets a name from its second use: the same in every process, and short enough for PostgreSQL', () => {
  const nameOf = createStatementNames()
  assert.equal(nameOf('select 1', 'anon'), undefined)
  const name = nameOf('select 1', 'anon')!
  assert.equal(nameOf('select 1', 'anon'), name)
  const elsewhere = createStatementNames()
  elsewhere('select 1', 'end_user')
  assert.equal(elsewhere('select 1', 'end_user'), name)
  assert(`${name}:service_role`.length < 64)
})

test('the number of names per role is limited, because callers choose the texts', () => {
  const nameOf = createStatementNames()
  const names = new Set<string>()
  for (let i = 0; i < 5000; i++) {
    nameOf(`select ${i}`, 'anon')
    const name = nameOf(`select ${i}`, 'anon')
    if (name) names.add(name)
  }
  assert.equal(names.size, 250)
  const long = `select '${'x'.repeat(4000)}'`
  nameOf(long, 'end_user')
  assert.equal(nameOf(long, 'end_user'), undefined)
  nameOf('select 1', 'authenticated')
  assert(nameOf('select 1', 'authenticated'), 'another role has names of its own')
})
