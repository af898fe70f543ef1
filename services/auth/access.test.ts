import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { actAs } from '#testing/act-as.ts'
import { testDatabase } from '#testing/test-database.ts'

// Role × operation × table: the identities of all pools are the service's alone.

const { database, owner } = await testDatabase()
const tenant = randomUUID()
const strangers = {
  anonymous: actAs.anonymous(),
  'visitor with a public key': actAs.visitor(tenant),
  'end user': actAs.endUser(tenant),
  creator: actAs.creator(),
}
const tables = ['users', 'identities', 'sessions', 'one_time_tokens', 'one_time_codes', 'signing_keys']
const operations = {
  select: (table: string) => `select count(*) from auth.${table}`,
  insert: (table: string) => `insert into auth.${table} default values`,
  update: (table: string) =>
    `update auth.${table} set ${table === 'one_time_codes' ? 'expires_at' : 'created_at'} = now()`,
  delete: (table: string) => `delete from auth.${table}`,
}

test('the list above is every table of the schema, and each forces row-level security', async () => {
  const { rows } = await owner.query(
    "select relname::text, relrowsecurity and relforcerowsecurity as forced from pg_class where relnamespace = 'auth'::regnamespace and relkind in ('r', 'p')",
  )
  assert.deepEqual(new Set(rows.map(({ relname }) => relname)), new Set(tables))
  assert.ok(rows.every(({ forced }) => forced))
})

for (const table of tables) {
  for (const [who, claims] of Object.entries(strangers))
    test(`[C01] ${who} may do nothing with auth.${table}`, async () => {
      for (const sql of Object.values(operations))
        await assert.rejects(
          database.once(claims, { text: sql(table), values: [] }),
          { code: '42501' },
          sql(table),
        )
    })

  test(`the service reads auth.${table}`, async () => {
    const { rowCount } = await database.once(actAs.service(), { text: operations.select(table), values: [] })
    assert.equal(rowCount, 1)
  })
}

test('the same address once in each pool, in lower case only', async () => {
  const insert = (pool: string, email: string) =>
    database.once(actAs.service(), {
      text: 'insert into auth.users (pool_id, email) values ($1, $2)',
      values: [pool, email],
    })
  await insert(tenant, 'ada@example.test')
  await insert(randomUUID(), 'ada@example.test')
  await assert.rejects(insert(tenant, 'ada@example.test'), { code: '23505' })
  await assert.rejects(insert(tenant, 'Ada@example.test'), { code: '23514' })
})

test('a password that is no argon2 hash is not stored', () =>
  assert.rejects(
    database.once(actAs.service(), {
      text: 'insert into auth.users (pool_id, encrypted_password) values ($1, $2)',
      values: [tenant, 'zebra-lantern-42-mop'],
    }),
    { code: '23514' },
  ))
