import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '#kernel/config.ts'
import { ensureAppLogin } from '#kernel/db/app-login.ts'
import { ensureDatabase, runningOwnerUrl, startCluster } from '#kernel/db/embedded/cluster.ts'
import type { Cluster } from '#kernel/db/embedded/cluster.ts'
import { findMigrations, migrate } from '#kernel/db/migrate.ts'
import { installJobs } from '#kernel/jobs/install.ts'

export interface RunningDatabase {
  ownerUrl: string
  stop(): Promise<void>
}

const DATABASE = 'bolt_blocks'
const WATCH_MS = 1000
const folderIn = (dataDir: string) => join(dataDir, 'postgres')

/** Address of the embedded database's owner while it runs, for commands beside the server. */
export const embeddedDatabaseUrl = (dataDir: string, password: string): string | undefined =>
  runningOwnerUrl(folderIn(dataDir), password, DATABASE)

/** DATABASE_URL, or the embedded server on DATA_DIR: started or adopted, and started again when it was killed. */
export async function startDatabase(
  databaseUrl: string | undefined,
  dataDir: string,
  password: string,
): Promise<RunningDatabase> {
  if (databaseUrl) return { ownerUrl: databaseUrl, stop: async () => undefined }
  const cluster = await startCluster({ folder: folderIn(dataDir), password, durable: true })
  await ensureDatabase(cluster, DATABASE)
  let reviving: Promise<unknown> | undefined
  const watch = setInterval(
    () => (reviving ??= revive(cluster).finally(() => (reviving = undefined))),
    WATCH_MS,
  )
  return {
    ownerUrl: cluster.ownerUrl(DATABASE),
    async stop() {
      clearInterval(watch.unref())
      await reviving
      if (!(await usedByOthers(cluster))) await cluster.stop()
    },
  }
}

async function revive(cluster: Cluster): Promise<void> {
  try {
    if (await cluster.revive()) process.stderr.write('PostgreSQL had been killed; it runs again.\n')
  } catch (error) {
    process.stderr.write(`PostgreSQL was killed and does not start again: ${(error as Error).message}\n`)
  }
}

/** Whether another server process works on this database. Our own connections may take a moment to be gone. */
async function usedByOthers(cluster: Cluster): Promise<boolean> {
  const client = new pg.Client({
    connectionString: cluster.ownerUrl(DATABASE),
    connectionTimeoutMillis: 2000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    for (let tries = 0; tries < 20; tries++) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where datname = current_database() and application_name like 'bolt-blocks%'`,
      )
      if (rowCount === 0) return false
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return true
  } catch {
    return false // It is down already.
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Brings the schema up to date as the owner and returns the address that requests are served through. */
export async function prepareDatabase(ownerUrl: string, config: Config, root: string): Promise<string> {
  await migrate(ownerUrl, findMigrations(root))
  await installJobs(ownerUrl)
  return config.databaseAppUrl ?? ensureAppLogin(ownerUrl, config.secretKeys[0]!.key)
}
