import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { createLogger } from '../log.ts'
import { createSealer } from '../secrets/sealer.ts'
import { testDatabase } from '#testing/test-database.ts'
import { ensureAppLogin, openAppLogin } from './app-login.ts'
import { AppPool, LoginAddress } from './app-pool.ts'
import { openDatabase } from './database.ts'

const db = await testDatabase()
const { owner, ownerUrl } = db
const login = `${new URL(ownerUrl).pathname.slice(1)}_authenticator`
const key = (id: string) => ({ id, key: randomBytes(32) })
const [one, two, three] = [key('one'), key('two'), key('three')]
const log = createLogger('silent')

async function ask(url: string, text = 'select current_user as who') {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows[0] as Record<string, unknown>
  } finally {
    await client.end()
  }
}

/** One connection. When the database drops it while it is idle, no test waits for it. */
function poolOf(address: LoginAddress): AppPool {
  const pool = new AppPool(address, { max: 1 })
  pool.on('error', () => undefined)
  return pool
}

/** Restores the state before the first start. */
const unclaim = () => owner.query('delete from app.instance_secrets; delete from auth.signing_keys')
const otherKeys = (error: Error) => {
  assert.ok(error instanceof ConfigError)
  assert.match(error.message, /^SECRET_KEYS does not belong to this database.*Put that key back/)
  for (const { key } of [one, two, three]) assert.ok(!error.message.includes(key.toString('base64')))
  return true
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

test('servers that start concurrently, or restart, get the same login', async () => {
  const urls = await Promise.all([1, 2, 3, 4].map(() => ensureAppLogin(ownerUrl, [one])))
  assert.equal(new Set(urls).size, 1)
  await ask(urls[0]!)
})

test('other keys are rejected before the login is changed; a ring with the key gets the same login', async () => {
  await unclaim()
  const before = await ensureAppLogin(ownerUrl, [one])
  await assert.rejects(ensureAppLogin(ownerUrl, [two]), otherKeys)
  await assert.rejects(ensureAppLogin(ownerUrl, [{ id: 'one', key: two.key }]), otherKeys)
  await ask(before)
  assert.equal(await ensureAppLogin(ownerUrl, [two, one]), before)
  assert.equal(await ensureAppLogin(ownerUrl, [three, two, one]), before)
  await ask(before)
})

test('of concurrent first starts with different keys one wins, and the others change nothing', async () => {
  for (let round = 0; round < 3; round++) {
    await unclaim()
    const rings = [one, two, three, one, two, three]
    const starts = await Promise.allSettled(rings.map((ring) => ensureAppLogin(ownerUrl, [ring])))
    const won = starts.flatMap((start, i) =>
      start.status === 'fulfilled' ? [{ id: rings[i]!.id, url: start.value }] : [],
    )
    assert.equal(new Set(won.map(({ id }) => id)).size, 1)
    assert.equal(won.length, 2)
    await ask(won[0]!.url)
    for (const start of starts) if (start.status === 'rejected') otherKeys(start.reason as Error)
  }
})

test('a database that is older than the check accepts only keys that open what it stores, and keeps its password', async () => {
  await unclaim()
  const derived = createHmac('sha256', one.key).update(`database login ${login}`).digest('hex')
  await owner.query(`alter role "${login}" password '${derived}'`)
  const sealed = createSealer([one]).seal('{}', 'auth.signing_keys.private_jwk:canary')
  await owner.query(
    `insert into auth.signing_keys (kid, private_jwk_sealed, public_jwk, generation) values ('canary', $1, '{}', 1)`,
    [sealed],
  )
  await assert.rejects(ensureAppLogin(ownerUrl, [two]), otherKeys)
  const { rows } = await owner.query('select from app.instance_secrets')
  assert.equal(rows.length, 0)
  assert.equal(new URL(await ensureAppLogin(ownerUrl, [two, one])).password, derived)
  await owner.query('delete from auth.signing_keys')
})

test('a process whose login is rejected rereads the password, on every kind of connection', async () => {
  await unclaim()
  const opened = await openAppLogin(ownerUrl, [one])
  const address = new LoginAddress(opened, log)
  const database = openDatabase(address, { poolSize: 2, log })
  const pool = poolOf(address)
  db.beforeDrop(async () => void (await Promise.all([database.close(), pool.end()])))
  // An older version of the server, or an operator, sets another password.
  await owner.query(`alter role "${login}" password 'elsewhere'`)
  await assert.rejects(ask(opened.url), { code: '28P01' })
  const heard = Promise.withResolvers<string>()
  const [, { rows }] = await Promise.all([
    database.asService('test: a test', async () => undefined),
    pool.query('select current_user as who'),
    database.listen('app_login_test', heard.resolve),
  ])
  assert.equal(rows[0].who, login)
  // The listener reconnects automatically.
  for (let tries = 0; tries < 40; tries++) {
    await owner.query("notify app_login_test, 'heard'")
    if (await Promise.race([heard.promise, new Promise((r) => setTimeout(r, 100))])) break
  }
  assert.equal(await heard.promise, 'heard')
})

test('a process with retired keys does not regain the login', async () => {
  const opened = await openAppLogin(ownerUrl, [one])
  const pool = poolOf(new LoginAddress(opened, log))
  db.beforeDrop(() => pool.end())
  await unclaim()
  const now = await ensureAppLogin(ownerUrl, [two])
  await owner.query(`alter role "${login}" password '${new URL(now).password}x'`)
  await ensureAppLogin(ownerUrl, [two])
  await assert.rejects(pool.query('select 1'), { code: '28P01' })
  await ask(now)
})
