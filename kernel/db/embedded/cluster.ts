import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findBinaries } from './binaries.ts'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

export interface ClusterOptions {
  /** Folder of the cluster; made when missing. */
  folder: string
  /** Password of the bootstrap superuser (only used here) and of the owner. */
  password: string
  /** Throw-away clusters of tests do without durability. */
  durable: boolean
}

export interface Cluster {
  /** Address of the owner: a plain role with CREATEROLE and CREATEDB, never a superuser. */
  ownerUrl(database: string): string
  port: number
  adopted: boolean
  stop(): Promise<void>
}

const OWNER = 'bolt_blocks'

/**
 * Starts a real PostgreSQL of our own from the binaries that npm brought, or adopts the one that already runs on
 * this folder (it outlives a killed server). Listens on the loopback address only.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const binaries = findBinaries()
  const folder = binaries.reachable(options.folder)
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(binaries, folder, options.password)
  const running = await runningPort(folder, options.password)
  const port = running ?? (await freePort())
  if (running === undefined) await start(binaries, folder, port, options.durable)
  await ensureOwner(port, options.password)
  return {
    ownerUrl: (database) =>
      `postgres://${OWNER}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`,
    port,
    adopted: running !== undefined,
    stop: async () => {
      await run(binaries.pgCtl, ['stop', '-D', folder, '-m', 'fast', '-w', '-t', '20'], binaries.runAs)
    },
  }
}

/** Creates the database when it is missing. */
export async function ensureDatabase(cluster: Cluster, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.ownerUrl('postgres') })
  await client.connect()
  try {
    const known = await client.query('select from pg_database where datname = $1', [database])
    if (known.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`)
  } finally {
    await client.end()
  }
}

async function initialise(binaries: Binaries, folder: string, password: string): Promise<void> {
  // A folder without PG_VERSION is what an interrupted initdb left behind.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true, mode: 0o711 })
  mkdirSync(folder, { mode: 0o700 })
  const passwordFile = `${folder}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  const { uid, gid } = binaries.runAs
  if (uid !== undefined && gid !== undefined)
    for (const path of [folder, passwordFile]) chownSync(path, uid, gid)
  const flags = [
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
  ]
  try {
    await run(binaries.initdb, ['-D', folder, `--pwfile=${passwordFile}`, ...flags], binaries.runAs).catch(
      () =>
        // A machine without C.UTF-8: the plain C locale sorts by bytes, as C.UTF-8 does.
        run(
          binaries.initdb,
          ['-D', folder, `--pwfile=${passwordFile}`, ...flags.map((flag) => flag.replace('C.UTF-8', 'C'))],
          binaries.runAs,
        ),
    )
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

async function start(binaries: Binaries, folder: string, port: number, durable: boolean): Promise<void> {
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '64MB',
    jit: 'off',
    ...(durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  }
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const log = join(folder, 'server.log')
  try {
    await run(binaries.pgCtl, ['start', '-D', folder, '-l', log, '-w', '-t', '60', '-o', flags.join(' ')], {
      ...binaries.runAs,
      cwd: folder,
    })
  } catch (error) {
    const tail = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-3).join('\n') : ''
    throw new Error(`PostgreSQL did not start in ${folder}.\n${tail}`, { cause: error })
  }
}

/**
 * Port of the postmaster that runs on this folder, or undefined. A stale postmaster.pid (killed processes) is told
 * from a live one by connecting, since the process id may have been given to somebody else; right after a kill the
 * old children may still be ending, in which case pg_ctl start is tried again by the caller's next start.
 */
async function runningPort(folder: string, password: string): Promise<number | undefined> {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const port = Number(readFileSync(file, 'utf8').split('\n')[3])
  if (!port) return undefined
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    )
    return rows[0]?.folder === folder ? port : undefined
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The owner is made by the superuser, which nothing else ever uses. */
async function ensureOwner(port: number, password: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
  await client.connect()
  try {
    const known = await client.query('select from pg_roles where rolname = $1', [OWNER])
    if (known.rowCount === 0)
      await client.query(
        `create role ${OWNER} login createdb createrole password ${pg.escapeLiteral(password)}`,
      )
  } finally {
    await client.end()
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
