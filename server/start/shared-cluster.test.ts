import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { ConfigError, loadConfig } from '#kernel/config.ts'
import { actAs } from '#testing/act-as.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { ensureDatabase, startCluster } from '#kernel/db/embedded/cluster.ts'
import { superuser } from '#kernel/db/embedded/postmaster.ts'
import { createLogger } from '#kernel/log.ts'
import { makeTenant } from '#testing/factories.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { prepareDatabase } from './database.ts'

mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
const parent = mkdtempSync(join(ROOT, '.tmp', 'shared-'))
// Others need access to the folder, because the database runs as another user when started as root.
chmodSync(parent, 0o711)
const cluster = await startCluster({ folder: join(parent, 'postgres'), password: 'test', durable: false })
after(async () => {
  await cluster.stop()
  rmSync(parent, { recursive: true, force: true })
})
await ensureDatabase(cluster, 'first')
const firstUrl = cluster.ownerUrl('first')
const secondUrl = `postgres://second_owner:second@127.0.0.1:${cluster.port}/second`
const admin = superuser(cluster.port, 'test')
await admin.connect()
await admin.query("create role second_owner login createrole password 'second'")
await admin.query('create database second owner second_owner')
await admin.end()

/** Each installation has its own keys. */
const config = () =>
  loadConfig(
    { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
    { jwtSecret: randomBytes(32).toString('hex'), secretKeys: `k1:${randomBytes(32).toString('base64')}` },
  )
const [first, second] = [config(), config()]

const connects = async (url: string, database: string) => {
  const client = new pg.Client(Object.assign(new URL(url), { pathname: `/${database}` }).toString())
  await client.connect()
  await client.end()
}

test('a second installation with its own owner names the grant that it needs, and then runs beside the first', async () => {
  const { url: firstLogin } = await prepareDatabase(firstUrl, first, ROOT)
  let statement = ''
  await assert.rejects(prepareDatabase(secondUrl, second, ROOT), (error: Error) => {
    statement = /run: (grant anon, authenticated, end_user, service_role to second_owner .+?);/.exec(
      error.message,
    )![1]!
    return error instanceof ConfigError
  })
  const creator = new pg.Client(firstUrl)
  await creator.connect()
  await creator.query(statement)
  await creator.end()

  const { url: secondLogin } = await prepareDatabase(secondUrl, second, ROOT)
  assert.equal((await prepareDatabase(firstUrl, first, ROOT)).url, firstLogin)
  for (const [login, name] of [
    [firstLogin, 'One'],
    [secondLogin, 'Two'],
  ] as const) {
    const database = openDatabase(login, { poolSize: 1, log: createLogger('silent') })
    try {
      const tenant = await makeTenant(database, { name })
      const { rows } = await database.once<{ name: string }>(actAs.creator(tenant.owner), {
        text: 'select name from public.tenants',
        values: [],
      })
      assert.deepEqual(rows, [{ name }])
    } finally {
      await database.close()
    }
  }
})

test('the login of one installation cannot connect to the database of the other', async () => {
  const logins = {
    first: await prepareDatabase(firstUrl, first, ROOT),
    second: await prepareDatabase(secondUrl, second, ROOT),
  }
  await connects(logins.first.url, 'first')
  await connects(logins.second.url, 'second')
  // Both may become service_role, which belongs to the whole server.
  await assert.rejects(connects(logins.first.url, 'second'), { code: '42501' })
  await assert.rejects(connects(logins.second.url, 'first'), { code: '42501' })
})
