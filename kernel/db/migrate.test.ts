import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { dropDatabase } from '#testing/drop-database.ts'
import { eventually } from '#testing/eventually.ts'
import { ROOT, testOwnerUrl } from '#testing/test-cluster.ts'
import { findMigrations, migrate } from './migrate.ts'
import type { Migration } from './migrate.ts'

const server = new pg.Client({ connectionString: await testOwnerUrl('postgres') })
await server.connect()
const databases: string[] = []
after(async () => {
  for (const name of databases) await dropDatabase(server, name)
  await server.end()
})

/** An empty database and a connection to inspect it. */
async function emptyDatabase() {
  const name = `bb_migrate_${randomBytes(5).toString('hex')}`
  databases.push(name)
  await server.query(`create database ${name}`)
  const url = await testOwnerUrl(name)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const names = async (text: string) => (await client.query(text)).rows.map((row) => String(row.name))
  return {
    url,
    tables: () =>
      names(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
      ),
    ran: () => names('select name from app.migrations order by ran_at, name'),
  }
}

const migration = (name: string, sql: string, checksum = sql): Migration => ({ name, sql, checksum })
const first = migration('202601010000_first', 'create table public.first ()')
const second = migration('202601010001_second', 'create table public.second ()')

/** A project folder with these files. */
function project(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'bb-migrations-'))
  after(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

test('migrations of all units are found, in the order of their names', () => {
  const root = project({
    'blocks/pay/migrations/202601010003_items.sql': 'select 3',
    'services/auth/migrations/202601010001_auth.sql': 'select 1',
    'kernel/db/migrations/202601010000_kernel.sql': 'select 0',
    'features/orders/migrations/202601010002_orders.sql': 'select 2\r\n',
    'features/orders/migrations/README.md': 'no migration',
    'studio/migrations/202601010004_not_here.sql': 'select 4',
  })
  const found = findMigrations(root)
  assert.deepEqual(
    found.map(({ name }) => name),
    ['202601010000_kernel', '202601010001_auth', '202601010002_orders', '202601010003_items'],
  )
  const unix = findMigrations(project({ 'features/orders/migrations/202601010002_orders.sql': 'select 2\n' }))
  assert.equal(found[2]!.checksum, unix[0]!.checksum, 'line endings of the checkout do not count as an edit')
  assert.notEqual(found[2]!.checksum, found[3]!.checksum)
  assert.ok(findMigrations(ROOT).length > 5)
})

test('a file with a wrong name, a duplicate name, or its own transaction is rejected', () => {
  const faults: [Record<string, string>, RegExp][] = [
    [{ 'kernel/db/migrations/2026_x.sql': '' }, /2026_x must be named YYYYMMDDHHMM_words\.sql/],
    [
      { 'blocks/a/migrations/202601010000_x.sql': '', 'blocks/b/migrations/202601010000_x.sql': '' },
      /Two migrations are named 202601010000_x/,
    ],
    [
      { 'blocks/a/migrations/202601010000_x.sql': 'select 1;\nCOMMIT;\nselect 2' },
      /contains BEGIN, COMMIT or ROLLBACK/,
    ],
  ]
  for (const [files, message] of faults) assert.throws(() => findMigrations(project(files)), message)
})

test('[S01] each migration runs once, in order, and later ones run when they are added', async () => {
  const db = await emptyDatabase()
  assert.deepEqual(await migrate(db.url, [first]), [first.name])
  assert.deepEqual(await migrate(db.url, [first, second]), [second.name])
  assert.deepEqual(await migrate(db.url, [first, second]), [])
  assert.deepEqual(await db.tables(), ['first', 'second'])
  assert.deepEqual(await db.ran(), [first.name, second.name])
})

test('an edited file, and a database of a newer version, are rejected before anything runs', async () => {
  const db = await emptyDatabase()
  await migrate(db.url, [first])
  const edited = { ...first, checksum: 'other' }
  await assert.rejects(
    migrate(db.url, [edited, second]),
    /202601010000_first was edited after it ran\. Restore the file/,
  )
  await assert.rejects(
    migrate(db.url, [second]),
    /has migration 202601010000_first, which this version does not have/,
  )
  const unknown: string[] = []
  await migrate(db.url, [], (names) => unknown.push(...names))
  assert.deepEqual(unknown, [first.name])
  assert.deepEqual(await db.tables(), ['first'])
})

test('[S01] a failed migration is rolled back, and those before it stay', async () => {
  const db = await emptyDatabase()
  const broken = migration(
    '202601010002_broken',
    'create table public.half (); insert into public.nowhere values (1)',
  )
  await assert.rejects(
    migrate(db.url, [first, broken, second]),
    /Migration 202601010002_broken failed: .*nowhere/,
  )
  assert.deepEqual(await db.tables(), ['first'])
  assert.deepEqual(await db.ran(), [first.name])
  assert.deepEqual(await migrate(db.url, [first, { ...broken, sql: 'create table public.half ()' }]), [
    broken.name,
  ])
})

test('[S01] two servers that start concurrently take turns: each migration runs once, and both succeed', async () => {
  const db = await emptyDatabase()
  const slow = [
    first,
    migration('202601010002_slow', 'select pg_sleep(0.2); create table public.slow ()'),
    second,
  ]
  const results = await Promise.all([1, 2, 3].map(() => migrate(db.url, slow)))
  assert.deepEqual(
    results.filter((ran) => ran.length),
    [slow.map(({ name }) => name)],
  )
  assert.deepEqual(await db.tables(), ['first', 'second', 'slow'])
})

test('[S01] a server that is cut off during a migration leaves no partial step', async () => {
  const db = await emptyDatabase()
  const slow = migration('202601010002_slow', 'create table public.slow (); select pg_sleep(30) /* cut me */')
  const cut = assert.rejects(migrate(db.url, [first, slow]), /202601010002_slow failed/)
  const victim = `select pg_terminate_backend(pid) as done from pg_stat_activity
    where application_name = 'bolt-blocks-migrate' and query like '%cut me%' and datname = $1`
  const name = new URL(db.url).pathname.slice(1)
  while ((await server.query(victim, [name])).rowCount === 0);
  await cut
  assert.deepEqual(await db.tables(), ['first'])
  assert.deepEqual(await migrate(db.url, [first, { ...slow, sql: 'create table public.slow ()' }]), [
    slow.name,
  ])
})

test('an index is built concurrently while rows are written and other servers wait; one that was cut off is built again', async () => {
  const db = await emptyDatabase()
  const table = migration('202601010002_large', 'create table public.large (n int)')
  const index = (unique = '') =>
    migration(
      '202601010003_index',
      `-- Why.\ncreate ${unique}index concurrently if not exists large_by_n on public.large (n);\n`,
    )
  await migrate(db.url, [table])
  const writer = new pg.Client({ connectionString: db.url })
  await writer.connect()
  try {
    await writer.query('insert into public.large values (1), (1)')
    await assert.rejects(
      migrate(db.url, [table, index('unique ')]),
      /202601010003_index failed: .*large_by_n/,
    )
    // The build waits for this one, and this one does not wait for the build.
    await writer.query('begin')
    await writer.query('insert into public.large values (2)')
    const [built, waiting] = [migrate(db.url, [table, index()]), migrate(db.url, [table, index()])]
    await eventually('the build waits for the writer', async () => {
      const { rows } = await server.query(
        `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query like '%index concurrently%'`,
        [new URL(db.url).pathname.slice(1)],
      )
      return rows.length > 0
    })
    await writer.query('insert into public.large values (3)')
    await writer.query('commit')
    assert.deepEqual((await Promise.all([built, waiting])).flat(), [index().name])
    const { rows } = await writer.query(
      `select indisvalid as valid, indisunique as "unique" from pg_index where indexrelid = 'public.large_by_n'::regclass`,
    )
    assert.deepEqual(rows, [{ valid: true, unique: false }])
  } finally {
    await writer.end()
  }
  const mixed = { 'kernel/db/migrations/202601010003_two.sql': `${index().sql} select 1;` }
  assert.throws(() => findMigrations(project(mixed)), /must contain CREATE INDEX CONCURRENTLY/)
})
