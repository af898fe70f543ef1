import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '#testing/test-database.ts'
import { ensureAppLogin } from './app-login.ts'

const { owner, ownerUrl } = await testDatabase()
const [one, two, three] = [randomBytes(32), randomBytes(32), randomBytes(32)]

async function ask(url: string, text = 'select current_user as who') {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows[0] as Record<string, unknown>
  } finally {
    await client.end()
  }
}

test('the server’s login owns nothing, inherits nothing and may become the four roles', async () => {
  const url = await ensureAppLogin(ownerUrl, [one])
  const { who } = await ask(url)
  const { rows } = await owner.query(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolinherit,
       (select array_agg(r.rolname::text order by 1) from pg_auth_members m join pg_roles r on r.oid = m.roleid where m.member = login.oid) as may_become
     from pg_roles login where rolname = $1`,
    [who],
  )
  assert.deepEqual(rows[0], {
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolinherit: false,
    may_become: ['anon', 'authenticated', 'end_user', 'service_role'],
  })
  for (const text of [
    'select from public.tenants',
    'select from app.migrations',
    'create table public.mine ()',
    'select auth.jwt()',
  ])
    await assert.rejects(ask(url, text), { code: '42501' }, text)
})

test('servers that start together, and again, get the same login', async () => {
  const urls = await Promise.all([1, 2, 3, 4].map(() => ensureAppLogin(ownerUrl, [one])))
  assert.equal(new Set(urls).size, 1)
  await ask(urls[0]!)
})

test('a key that is put before the others changes no login under servers that still run; one that is taken away does', async () => {
  const before = await ensureAppLogin(ownerUrl, [one])
  const rotated = await ensureAppLogin(ownerUrl, [two, one])
  assert.equal(rotated, before)
  await ask(before)
  const after = await ensureAppLogin(ownerUrl, [three, two])
  assert.notEqual(after, before)
  await ask(after)
  await assert.rejects(ask(before), { code: '28P01' })
})
