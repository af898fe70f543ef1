import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { ANONYMOUS } from '#kernel/db/claims.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { createLogger } from '#kernel/log.ts'
import { eventually } from '#testing/eventually.ts'
import { testDatabase } from '#testing/test-database.ts'
import { openCatalogue } from './catalogue.ts'

const db = await testDatabase()
const { owner, appUrl } = db
const log = createLogger('silent')
/** Each has its own connections and listener, like every process of the service. */
const databases = [1, 2, 3].map(() => openDatabase(appUrl, { poolSize: 2, log }))
/** The servers' own login, which may terminate its own connections. */
const login = new pg.Client({ connectionString: appUrl })
await login.connect()
db.beforeDrop(async () => {
  await Promise.all([login.end(), ...databases.map((database) => database.close())])
})
const catalogues = databases.map((database) => openCatalogue(database))

const create = (name: string) =>
  owner.query(`create table public.${name} (id integer primary key); select app.protect('public.${name}')`)
const known = async (name: string) =>
  Promise.all(catalogues.map(async (catalogue) => (await catalogue.current()).tables.has(name)))
const everywhere = (name: string) =>
  eventually(`${name} in every process`, async () => (await known(name)).every(Boolean))

test('a catalogue is read once and cached', async () => {
  const first = await catalogues[0]!.current()
  assert.deepEqual(await known('unheard'), [false, false, false])
  assert.equal(await catalogues[0]!.current(), first)
  await create('unheard')
  assert.deepEqual(await known('unheard'), [false, false, false])
})

test('NOTIFY pgrst reloads it in every process: with an empty payload, and with reload schema', async () => {
  await create('first')
  await owner.query('notify pgrst')
  await everywhere('first')
  await create('second')
  await owner.query(`notify pgrst, 'reload schema'`)
  await everywhere('second')
})

test('other payloads on that channel reload nothing', async () => {
  const before = await catalogues[0]!.current()
  await create('third')
  const notified = new Promise<void>((resolve) => {
    void databases[0]!.listen('pgrst', (payload) => payload === 'reload config' && resolve())
  })
  await owner.query(`notify pgrst, 'reload config'`)
  await notified
  assert.equal(await catalogues[0]!.current(), before)
})

test('a process that lost its listening connection reads it again on reconnect', async () => {
  await owner.query('notify pgrst')
  await everywhere('third')
  // Nothing notifies about the change: only the reconnect shows that a notification may have been missed.
  await create('fourth')
  assert.deepEqual(await known('fourth'), [false, false, false])
  const { rowCount } = await login.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'bolt-blocks-listen' and datname = current_database()`,
  )
  assert.equal(rowCount, 3)
  await everywhere('fourth')
})

test('while the database is unavailable, the error is PGRST002; afterwards the catalogue is read again', async () => {
  let fails = true
  const database = {
    ...databases[0]!,
    transaction: ((...given: Parameters<(typeof databases)[0]['transaction']>) =>
      fails
        ? Promise.reject(new Error('away'))
        : databases[0]!.transaction(...given)) as (typeof databases)[0]['transaction'],
  }
  const catalogue = openCatalogue(database)
  await assert.rejects(catalogue.current(), { code: 'PGRST002', status: 503 })
  fails = false
  assert((await catalogue.current()).tables.has('tenants'))
})

test('time zones are recognized by name, in any case', async () => {
  for (const name of ['UTC', 'Europe/Rome', 'europe/rome'])
    assert(await catalogues[0]!.hasTimezone(name), name)
  for (const name of ['', 'Mars/Base', 'UTC+3; drop']) assert(!(await catalogues[0]!.hasTimezone(name)), name)
  assert.equal((await databases[0]!.once(ANONYMOUS, { text: 'select 1', values: [] })).rowCount, 1)
})
