import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PRINTED_SCHEMAS } from '#kernel/db/schema-print.ts'
import { countCells } from '../access-matrix.ts'
import { testDatabase } from '../test-database.ts'
import { allUnits } from './units.ts'

const { owner } = await testDatabase()
const units = await allUnits()

async function namesOf(sql: string): Promise<string[]> {
  await owner.query(`select set_config('search_path', '', false)`)
  const { rows } = await owner.query<{ name: string }>(sql, [PRINTED_SCHEMAS])
  return rows.map(({ name }) => name).sort()
}

test('[C01] [S1-026] every table and view has its expectations in one unit', async () => {
  const inCatalog = await namesOf(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname = any ($1) and relkind in ('r', 'p', 'v', 'm', 'f')`,
  )
  assert.deepEqual(units.flatMap((unit) => unit.tables.map(({ table }) => table)).sort(), inCatalog)
})

test('[C01] every function has its expectations in one unit', async () => {
  const inCatalog = await namesOf(
    `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = pronamespace
     where nspname = any ($1)`,
  )
  assert.deepEqual(units.flatMap(({ functions }) => Object.keys(functions ?? {})).sort(), inCatalog)
})

test('[C01] the matrices try at least 2000 statements', () => {
  assert.ok(units.reduce((sum, unit) => sum + countCells(unit), 0) >= 2000)
})
