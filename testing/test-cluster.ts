import { join } from 'node:path'
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { startCluster } from '#kernel/db/embedded/cluster.ts'
import { findMigrations, migrate } from '#kernel/db/migrate.ts'
import { installJobs } from '#kernel/jobs/install.ts'
import { QUEUES } from '#kernel/jobs/queues.ts'
import { dropDatabase } from './drop-database.ts'
import { endWithThisProcess } from './guardian/guard.ts'

export const ROOT = join(import.meta.dirname, '..')

/** Whether this process is listed as a user of the cluster that single test files share. */
let isSharing = false

/**
 * Where tests create their databases: BB_TEST_DATABASE_URL (an owner with CREATEDB), otherwise a disposable
 * cluster.
 */
export async function testOwnerUrl(database: string): Promise<string> {
  const given = process.env.BB_TEST_DATABASE_URL
  if (given) return Object.assign(new URL(given), { pathname: `/${database}` }).toString()
  // A test file that runs alone uses a cluster under .tmp, which the next run adopts if it starts soon.
  const folder = join(ROOT, '.tmp', 'test-postgres')
  if (!isSharing) endWithThisProcess({ sharedCluster: folder })
  isSharing = true
  const cluster = await startCluster({ folder, password: 'test', durable: false })
  return cluster.ownerUrl(database)
}

/**
 * Creates the migrated template database if it does not exist yet (one process at a time) and returns its
 * name. The name contains a hash of all migrations and queues, so that an edited one makes a new template.
 */
export async function ensureTemplate(): Promise<string> {
  const migrations = findMigrations(ROOT)
  const hash = createHash('sha256')
    .update(migrations.map(({ checksum }) => checksum).join() + JSON.stringify(QUEUES))
    .digest('hex')
    .slice(0, 12)
  const template = `bb_template_${hash}`
  await asOwner(async (client) => {
    await client.query("select pg_advisory_lock(hashtext('test template'))")
    const existing = await client.query('select from pg_database where datname = $1', [template])
    if (existing.rowCount) return
    const building = `${template}_building`
    await dropDatabase(client, building)
    await client.query(`create database ${building}`)
    const url = await testOwnerUrl(building)
    await migrate(url, migrations)
    await installJobs(url)
    await client.query(`alter database ${building} rename to ${template}`)
  })
  return template
}

/** Clones a new database from the template. `drop` removes it and ends its remaining connections. */
export async function cloneTemplate(): Promise<{
  ownerUrl: string
  name: string
  drop: () => Promise<void>
}> {
  const template = process.env.BB_TEST_TEMPLATE ?? (await ensureTemplate())
  const name = `bb_test_${randomBytes(6).toString('hex')}`
  await asOwner((client) => client.query(`create database ${name} template ${template} strategy file_copy`))
  return {
    name,
    ownerUrl: await testOwnerUrl(name),
    drop: async () => {
      await asOwner(async (client) => {
        // Ending the remaining connections requires membership in their role.
        await client.query(`grant ${name}_authenticator to current_user`)
        await dropDatabase(client, name)
        await client.query(`drop role ${name}_authenticator`)
      })
    },
  }
}

async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await testOwnerUrl('postgres') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
