import pg from 'pg'
import { findBinaries } from './binaries.ts'
import { ensureDataFolder } from './data-folder.ts'
import { ensureRunning, postmasterOf, stopServer, superuser, wasKilled } from './postmaster.ts'
import { serverPlace } from './server-user.ts'

export interface ClusterOptions {
  /** The cluster's folder; created if missing. */
  folder: string
  /** Password of the bootstrap superuser (only used here) and of the owner. */
  password: string
  /** False for the throw-away clusters of tests. */
  durable: boolean
}

export interface Cluster {
  /** URL of the owner: a plain role with CREATEROLE and CREATEDB, never a superuser. */
  ownerUrl(database: string): string
  port: number
  adopted: boolean
  /** Restarts it on the same port if its processes were killed. @returns whether it was restarted */
  revive(): Promise<boolean>
  stop(): Promise<void>
}

const OWNER = 'bolt_blocks'

/**
 * Starts an embedded PostgreSQL server from the binaries installed by npm, or adopts the one that already runs on this
 * folder (it outlives a killed server). It listens on the loopback address only.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { password, durable } = options
  const { user, folder, copies } = serverPlace(options.folder)
  const { initdb, pgCtl } = findBinaries(user, copies)
  const launch = { pgCtl, user, folder, password, durable }
  await ensureDataFolder(initdb, launch)
  const { port, adopted } = await ensureRunning(launch)
  await ensureOwner(port, password)
  return {
    ownerUrl: (database) => ownerUrl(port, password, database),
    port,
    adopted,
    async revive() {
      if (!wasKilled(folder)) return false
      await ensureRunning(launch, port)
      return true
    },
    stop: () => stopServer(launch),
  }
}

/** URL of the owner on the server that runs on this folder; undefined if none does. */
export function runningOwnerUrl(folder: string, password: string, database: string): string | undefined {
  const running = postmasterOf(folder)
  return running && ownerUrl(running.port, password, database)
}

const ownerUrl = (port: number, password: string, database: string) =>
  `postgres://${OWNER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

/** Creates the database if it is missing. */
export async function ensureDatabase(cluster: Cluster, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.ownerUrl('postgres') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const known = await client.query('select from pg_database where datname = $1', [database])
    if (known.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`)
  } catch (error) {
    // 42P04, 23505: another process was faster.
    if (!/^(42P04|23505)$/.test((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}

/** Creates the owner as the superuser, which nothing else uses. */
async function ensureOwner(port: number, password: string): Promise<void> {
  const client = superuser(port, password)
  await client.connect()
  try {
    await client.query(`do $$ begin
      create role ${OWNER} login createdb createrole password ${pg.escapeLiteral(password)};
    exception when duplicate_object or unique_violation then null;
    end $$`)
  } finally {
    await client.end()
  }
}
