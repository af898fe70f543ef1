import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { makeTenant } from '#testing/factories.ts'
import { testDatabase } from '#testing/test-database.ts'
import { actAs } from '#testing/act-as.ts'
import { rehearse } from './rehearse.ts'

const { database, owner } = await testDatabase()
const tenant = await makeTenant(database)
const rehearsal = rehearse(database)
const claims = actAs.creator(tenant.owner)
const insert = `insert into public.audiences (tenant_id, name) values ('${tenant.id}', 'Rehearsed')`
const count = async () => (await owner.query('select from public.audiences')).rowCount

test('what a rehearsal writes is seen within it and never stored', async () => {
  const seen = await rehearsal.withClaims(claims, async (db) => {
    await sql.raw(insert).execute(db)
    return (await sql`select from public.audiences`.execute(db)).rows.length
  })
  assert.equal(seen, 1)
  const raw = await rehearsal.transaction(claims, {}, (query) => query(`${insert} returning name`))
  assert.deepEqual(raw.rows, [{ name: 'Rehearsed' }])
  assert.equal(await count(), 0)
})

test('a statement that writes is refused, errors are thrown, and the database itself still stores', async () => {
  await assert.rejects(rehearsal.once(claims, { text: insert, values: [] }), /read-only transaction/)
  await assert.rejects(
    rehearsal.withClaims(claims, async () => {
      throw new Error('of the work')
    }),
    /of the work/,
  )
  assert.equal(await count(), 0)
  await database.once(claims, { text: insert, values: [] })
  assert.equal(await count(), 1)
})
