import { join } from 'node:path'
import pg from 'pg'
import { ConfigError } from '#kernel/config.ts'
import type { Config } from '#kernel/config.ts'
import { openAppLogin } from '#kernel/db/app-login.ts'
import type { AppLogin } from '#kernel/db/app-pool.ts'
import { refuseMissingRights, refuseMissingRoles } from '#kernel/db/completeness.ts'
import { isDatabaseAway } from '#kernel/db/database-error.ts'
import { ensureDatabase, runningOwnerUrl, startCluster } from '#kernel/db/embedded/cluster.ts'
import type { Cluster } from '#kernel/db/embedded/cluster.ts'
import { claimDatabase, lockAppLogin, openKeyCheck } from '#kernel/db/key-check.ts'
import { findMigrations, migrate } from '#kernel/db/migrate.ts'
import { asDatabaseOwner } from '#kernel/db/owner-connection.ts'
import { installJobs } from '#kernel/jobs/install.ts'

export interface RunningDatabase {
  ownerUrl: string
  stop(): Promise<void>
}

const DATABASE = 'bolt_blocks'
const WATCH_MS = 1000
/** Maximum wait for a database that is starting at the same time. */
const PATIENCE_MS = 30_000
const MIN_POSTGRES_VERSION = 15
const folderIn = (dataDir: string) => join(dataDir, 'postgres')

/** URL of the embedded database's owner while it runs, for commands that run next to the server. */
export const embeddedDatabaseUrl = (dataDir: string, password: string): string | undefined =>
  runningOwnerUrl(folderIn(dataDir), password, DATABASE)

/** DATABASE_URL, or the embedded server on DATA_DIR: started or adopted, and restarted if it was killed. */
export async function startDatabase(
  databaseUrl: string | undefined,
  dataDir: string,
  password: string,
  signal: AbortSignal,
): Promise<RunningDatabase> {
  if (databaseUrl) {
    await untilItAnswers(databaseUrl, signal)
    return { ownerUrl: databaseUrl, stop: async () => undefined }
  }
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

/** Waits for a database that is starting. @throws {ConfigError} when it is unusable, or not ready in time */
async function untilItAnswers(url: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (let isReported = false; ;) {
    const fault = await tryDatabase(url)
    if (!fault) return
    if (!isDatabaseAway(fault) || Date.now() > deadline || signal.aborted)
      throw new ConfigError(`DATABASE_URL cannot be used: ${fault.message}.`, { cause: fault })
    if (!isReported) process.stderr.write(`Waiting for the database of DATABASE_URL (${fault.message}) ...\n`)
    isReported = true
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

async function tryDatabase(url: string): Promise<Error | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>('show server_version')
    const version = rows[0]!.version
    if (Number.parseInt(version, 10) < MIN_POSTGRES_VERSION)
      return new Error(`it is PostgreSQL ${version}, needed is ${MIN_POSTGRES_VERSION} to 18`)
    return undefined
  } catch (error) {
    return error as Error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function revive(cluster: Cluster): Promise<void> {
  try {
    if (await cluster.revive()) process.stderr.write('PostgreSQL was killed and has been restarted.\n')
  } catch (error) {
    process.stderr.write(`PostgreSQL was killed and could not be restarted: ${(error as Error).message}\n`)
  }
}

/** Whether another server process uses this database. Our own connections may take a moment to close. */
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

/** In development, tables of a block that was removed, or of another branch, do no harm. */
function warnOfUnknown(names: string[]): void {
  process.stderr.write(
    `The database has migrations that this version does not have: ${names.join(', ')}. Their tables stay (blocks/README.md, "Remove a block").\n`,
  )
}

/**
 * Migrates the schema to the current version as the owner.
 * @returns the login with which requests are handled
 * @throws {ConfigError} when the database belongs to other SECRET_KEYS or was restored without its roles, before
 *   anything is changed; or when policies or grants are missing
 */
export async function prepareDatabase(ownerUrl: string, config: Config, root: string): Promise<AppLogin> {
  await asDatabaseOwner(ownerUrl, async (client) => {
    await refuseMissingRoles(client)
    await openKeyCheck(client, config.secretKeys)
  })
  await migrate(ownerUrl, findMigrations(root), config.env === 'production' ? undefined : warnOfUnknown)
  await asDatabaseOwner(ownerUrl, refuseMissingRights)
  await installJobs(ownerUrl)
  return appLogin(ownerUrl, config)
}

/**
 * The login with which requests are handled, for a database that a server has already prepared.
 * @throws {ConfigError} when the database belongs to other SECRET_KEYS, before anything is changed
 */
export async function appLogin(
  ownerUrl: string,
  { databaseAppUrl, secretKeys }: Pick<Config, 'databaseAppUrl' | 'secretKeys'>,
): Promise<AppLogin> {
  await asDatabaseOwner(ownerUrl, refuseMissingRoles)
  if (databaseAppUrl === undefined) return openAppLogin(ownerUrl, secretKeys)
  await asDatabaseOwner(ownerUrl, async (client) => {
    await lockAppLogin(client)
    await claimDatabase(client, secretKeys)
  })
  return { url: databaseAppUrl }
}
