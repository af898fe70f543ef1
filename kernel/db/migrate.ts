import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../config.ts'

/** One plain SQL file of a unit's `migrations/` folder. */
export interface Migration {
  /** File name without `.sql`, for example `202611200000_foundation`. */
  name: string
  sql: string
  /** SHA-256 of the text, hex. */
  checksum: string
}

/** A transaction statement in a file would commit half of the file when the other half fails. */
const OWN_TRANSACTION = /^\s*(begin|start transaction|commit|rollback)\s*;/im

/**
 * A file that is nothing but this runs outside a transaction, as PostgreSQL demands: writers of the table go on while it builds. It must start over
 * when it is cut off, hence `if not exists`.
 */
const CONCURRENT_INDEX =
  /^(?:\s*--.*\n)*\s*create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(?<index>\w+)\s+on\s+(?<schema>\w+)\.\w+[^;]*;?\s*$/i

/** Key of the advisory lock under which servers migrate one at a time. */
const LOCK = 7_248_301
/** Time between two tries to get it. */
const TRY_MS = 100

/**
 * Collects the migrations of all units, in the order of their timestamps.
 * @param root the project's folder
 * @throws {Error} when two files share a name, a name is not `YYYYMMDDHHMM_words.sql`, or a file ends its transaction
 */
export function findMigrations(root: string): Migration[] {
  const folders = ['kernel/db', ...['services', 'features', 'blocks'].flatMap((kind) => unitsOf(root, kind))]
  const found = folders.flatMap((folder) => {
    const path = join(root, folder, 'migrations')
    return existsSync(path)
      ? readdirSync(path)
          .filter((file) => file.endsWith('.sql'))
          .map((file) => join(path, file))
      : []
  })
  const migrations = found.map(readMigration).sort((a, b) => (a.name < b.name ? -1 : 1))
  migrations.forEach(({ name, sql }, i) => {
    if (!/^\d{12}_[a-z0-9_]+$/.test(name))
      throw new Error(`Migration ${name} must be named YYYYMMDDHHMM_words.sql`)
    if (name === migrations[i + 1]?.name) throw new Error(`Two migrations are named ${name}: rename one`)
    if (/\bindex\s+concurrently\b/i.test(sql) && !CONCURRENT_INDEX.test(sql))
      throw new Error(
        `Migration ${name} must contain CREATE INDEX CONCURRENTLY IF NOT EXISTS … ON schema.table alone`,
      )
    if (OWN_TRANSACTION.test(sql))
      throw new Error(
        `Migration ${name} contains BEGIN, COMMIT or ROLLBACK: each file already runs in one transaction`,
      )
  })
  return migrations
}

function unitsOf(root: string, kind: string): string[] {
  const path = join(root, kind)
  if (!existsSync(path)) return []
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${kind}/${entry.name}`)
}

function readMigration(path: string): Migration {
  // Git may check files out with other line endings; they are still the same migration.
  const sql = readFileSync(path, 'utf8').replaceAll('\r\n', '\n')
  const name = path
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.sql$/, '')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

/** Called with the migrations that a database has and this version does not. */
type OnUnknown = (names: string[]) => void

const refuseUnknown: OnUnknown = ([name]) => {
  throw new ConfigError(
    `The database has migration ${name}, which this version does not have. Start the version that has it, or restore a backup from before.`,
  )
}

/**
 * Migrates a database to the newest schema: one transaction per file (except for `create index concurrently`), one server at a time (advisory lock).
 * @param ownerUrl of a plain owner with CREATEROLE, not a superuser
 * @param onUnknown if it returns, migrations of another version are ignored; by default they are refused
 * @returns names of the migrations that ran now
 * @throws {ConfigError} when a migration that already ran is missing
 * @throws {Error} when a file that already ran was edited; the message includes the remedy
 */
export async function migrate(
  ownerUrl: string,
  migrations: Migration[],
  onUnknown = refuseUnknown,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'bolt-blocks-migrate' })
  client.on('error', () => undefined) // a lost connection fails the query that waits on it
  await client.connect()
  try {
    // Servers that wait in a statement would have a snapshot, and an index that is built concurrently waits for all of them.
    while (!(await takeLock(client))) await setTimeout(TRY_MS)
    await client.query(
      `create schema if not exists app;
       create table if not exists app.migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())`,
    )
    const ran = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from app.migrations',
    )
    const pending = pendingOf(migrations, new Map(ran.rows.map((row) => [row.name, row.checksum])), onUnknown)
    for (const migration of pending) await runOne(client, migration)
    // Running servers reload their schema cache.
    if (pending.length) await client.query("notify pgrst, 'reload schema'")
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

function pendingOf(migrations: Migration[], ran: Map<string, string>, onUnknown: OnUnknown): Migration[] {
  for (const { name, checksum } of migrations)
    if (ran.has(name) && ran.get(name) !== checksum)
      throw new Error(
        `Migration ${name} was edited after it ran. Restore the file and put the change into a new migration.`,
      )
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...ran.keys()].filter((name) => !known.has(name))
  if (unknown.length) onUnknown(unknown)
  return migrations.filter(({ name }) => !ran.has(name))
}

async function takeLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK])
  return rows[0]!.taken
}

async function runOne(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql, checksum } = migration
  const { index, schema } = CONCURRENT_INDEX.exec(sql)?.groups ?? {}
  if (index) return buildIndex(client, migration, `${schema}.${index}`)
  await client.query('begin')
  try {
    // Insert the row first, so that a concurrent server without the lock fails here and changes nothing.
    await client.query('insert into app.migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query(sql)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Builds an index while the table is written. One that was cut off is not valid, and is built again. */
async function buildIndex(
  client: pg.Client,
  { name, sql, checksum }: Migration,
  index: string,
): Promise<void> {
  try {
    const { rows } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [index],
    )
    if (rows.length) await client.query(`drop index concurrently ${index}`)
    await client.query(sql)
    await client.query('insert into app.migrations (name, checksum) values ($1, $2)', [name, checksum])
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
