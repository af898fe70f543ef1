import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { ConfigError, loadConfig } from '#kernel/config.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { printSchema } from '#kernel/db/schema-print.ts'
import { createLogger } from '#kernel/log.ts'
import { commandEnvironment } from '#testing/command-environment.ts'
import { makeItem, makeTenant } from '#testing/factories.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { freePorts } from '#testing/test-instance.ts'
import { startSystemPostgres, systemPostgresBin } from '#testing/system-postgres.ts'
import { prepareDatabase } from './database.ts'

const why = !systemPostgresBin
  ? 'pg_dump is not installed: apt-get install postgresql'
  : process.getuid?.() !== 0 && 'root is needed to run PostgreSQL as the user postgres'

const folder = mkdtempSync(join(tmpdir(), 'backup-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const dump = join(folder, 'blocks.dump')
const secretKeys = `k1:${randomBytes(32).toString('base64')}`
const jwtSecret = randomBytes(32).toString('hex')
const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }, { jwtSecret, secretKeys })

/** A server with the owner that `.env.example` describes and an empty database. */
async function server() {
  const started = await startSystemPostgres(systemPostgresBin!)
  after(() => started.stop())
  await started.asSuperuser(async (client) => {
    await client.query("create role site_owner login createrole password 'owner'")
    await client.query('create database blocks owner site_owner')
  })
  return started.url('site_owner', 'owner', 'blocks')
}

/** The commands of docs/backup.md. */
const run = (program: string, ...args: string[]) =>
  spawnSync(join(systemPostgresBin!, program), args, { encoding: 'utf8' })

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Rows and a digest of each table, except counters, which are unlogged and may be lost. */
const digests = (url: string) =>
  withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('app', 'auth', 'public', 'realtime', 'storage', 'pgboss') order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as digest from ${name} t`,
      )
      found[name] = rows[0].digest
    }
    return found
  })

/** The schema. A restore only changes the parentheses of `a and b and c`. */
const schemaOf = async (url: string) => (await withClient(url, printSchema)).replaceAll(/[()]/g, '')

/** Runs the server's program until it is ready or exits. */
async function start(databaseUrl: string) {
  const [port, sandboxPort] = await freePorts(2)
  const program = join(ROOT, 'server', 'main.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    cwd: folder,
    env: {
      ...commandEnvironment(),
      HOME: process.env.HOME,
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      SECRET_KEYS: secretKeys,
      JWT_SECRET: jwtSecret,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      LOG_LEVEL: 'error',
    },
  })
  after(() => child.kill('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  child.stderr.on('data', (part) => (said.stderr += String(part)))
  child.stdout.on('data', (part) => {
    said.stdout += String(part)
    if (said.stdout.includes('Bolt Blocks is ready')) child.kill('SIGTERM')
  })
  const [status] = (await once(child, 'close')) as [number | null]
  return { ...said, status }
}

test(
  'a dump by the owner restores every row, policy and grant, and the restored system starts',
  { skip: why },
  async () => {
    const source = await server()
    const { url } = await prepareDatabase(source, config, ROOT)
    const database = openDatabase(url, { poolSize: 2, log: createLogger('silent') })
    for (const name of ['Hearth & Rye', 'Zoë’s']) {
      const tenant = await makeTenant(database, { name, plan: 'pro' })
      await makeItem(database, tenant.id)
    }
    await database.close()

    const plain = run('pg_dump', '-Fc', '-f', dump, source)
    assert.match(plain.stderr, /row-level security/, 'the flag is needed')
    const dumped = run('pg_dump', '--enable-row-security', '-Fc', '-f', dump, source)
    assert.equal(dumped.status, 0, dumped.stderr)

    const target = await server()
    const roles = join(ROOT, 'kernel', 'db', 'roles.sql')
    const made = run('psql', '-v', 'ON_ERROR_STOP=1', '-f', roles, target)
    assert.equal(made.status, 0, made.stderr)
    const restored = run('pg_restore', '--exit-on-error', '--enable-row-security', '-d', target, dump)
    assert.equal(restored.status, 0, restored.stderr)

    const rows = await digests(source)
    assert.match(rows['public.tenants']!, /^2 /)
    assert.deepEqual(await digests(target), rows)
    assert.equal(await schemaOf(target), await schemaOf(source))

    const ready = await start(target)
    assert.match(ready.stdout, /Bolt Blocks is ready/, ready.stderr)
  },
)

test(
  'restored without its roles, a start names what is missing and the remedy, without a stack',
  { skip: why },
  async () => {
    const target = await server()
    run('pg_restore', '--enable-row-security', '-d', target, dump)
    const lost = await start(target)
    assert.equal(lost.status, 1, lost.stdout)
    assert.match(
      lost.stderr,
      /restored without its roles: anon, authenticated, end_user, service_role.*roles\.sql.*docs\/backup\.md/,
    )
    assert.doesNotMatch(lost.stderr, /^ +at /m)

    // The roles alone do not restore the policies.
    run('psql', '-f', join(ROOT, 'kernel', 'db', 'roles.sql'), target)
    const { length } = readFileSync(join(ROOT, 'kernel', 'db', 'schema.sql'), 'utf8').match(
      /^create policy /gm,
    )!
    const policies = await withClient(target, (client) => client.query('select from pg_policy'))
    assert.ok(policies.rowCount! < length)
    await assert.rejects(prepareDatabase(target, config, ROOT), (error: Error) => {
      assert.match(error.message, /lacks \d+ of \d+ policies and grants: .*docs\/backup\.md/)
      return error instanceof ConfigError
    })
  },
)
