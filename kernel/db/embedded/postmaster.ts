import { execFile } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '#kernel/config.ts'
import { isAlive } from './data-folder.ts'
import type { ServerUser } from './server-user.ts'

const run = promisify(execFile)

/** How to run the server of one data folder. */
export interface Launch {
  pgCtl: string
  user: ServerUser
  folder: string
  /** The superuser's, which distinguishes our server from another one on the same port. */
  password: string
  durable: boolean
}

/** Maximum wait in milliseconds for old child processes to end and for crash recovery. */
const START_TIMEOUT_MS = 60_000
/** A busy machine may take seconds to start the first process of a new server. */
const CONNECT_TIMEOUT_MS = 20_000
/** Start failures that pass by waiting: children of a killed server, or a concurrent start. */
const PASSING = /shared memory block|lock file/
const PORT_TAKEN = /could not bind|could not create any TCP/

/**
 * Ensures that this folder's server is running: adopts a running one, waits for one that is starting or stopping, and
 * otherwise starts one.
 * @param port to listen on. Default: the previous port, or any free one.
 */
export async function ensureRunning(
  launch: Launch,
  port?: number,
): Promise<{ port: number; adopted: boolean }> {
  const deadline = Date.now() + START_TIMEOUT_MS
  let wanted = port ?? lastPort(launch.folder)
  for (;;) {
    const running = postmasterOf(launch.folder)
    if (running) {
      if (running.port && (await answers(launch, running.port))) return { port: running.port, adopted: true }
    } else {
      const chosen = wanted ?? (await freePort())
      const fault = await start(launch, chosen)
      if (!fault) return { port: chosen, adopted: false }
      if (PORT_TAKEN.test(fault)) wanted = port
      // The log is shared: of two concurrent starts, the loser may read the winner's lines.
      else if (!PASSING.test(fault) && !postmasterOf(launch.folder))
        throw new Error(`PostgreSQL did not start in ${launch.folder}.\n${fault}`)
    }
    if (Date.now() > deadline)
      throw new ConfigError(
        running
          ? `PostgreSQL (process ${running.pid}) runs on ${launch.folder} but does not respond: stop it, then start again.`
          : `PostgreSQL did not start in ${launch.folder}: see its server.log.`,
      )
    await delay(100)
  }
}

/** Whether the server's processes were killed. After an orderly stop there is no pid file. */
export function wasKilled(folder: string): boolean {
  return existsSync(join(folder, 'postmaster.pid')) && postmasterOf(folder) === undefined
}

/** The server that runs on this folder according to its pid file, which may predate a crash or a reboot. */
export function postmasterOf(folder: string): { pid: number; port: number } | undefined {
  const file = join(folder, 'postmaster.pid')
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid)) return undefined
  if (!isPostgres(pid)) {
    // With this stale file, PostgreSQL would forever assume that a server is running.
    rmSync(file, { force: true })
    return undefined
  }
  return { pid, port: Number(lines[3]) }
}

/** False for an unrelated process that got the id after a reboot, and for a zombie (in containers without init). */
function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    return /^\d+ \(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false // ended meanwhile
  }
}

/** False while it starts, recovers or stops. @throws {Error} when the server is not ours */
async function answers({ folder, password }: Launch, port: number): Promise<boolean> {
  const client = superuser(port, password)
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    )
    return realpathSync(rows[0]!.folder) === realpathSync(folder)
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') return false
    throw new ConfigError(
      `The PostgreSQL server that runs on ${folder} has a different password than the secrets.json next to it: restore that file, or stop the server.`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A connection as the bootstrap superuser, which only the code of this folder uses. */
export function superuser(port: number, password: string): pg.Client {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  return client
}

/** @returns the server's log if it did not start */
async function start(launch: Launch, port: number): Promise<string | undefined> {
  const { pgCtl, user, folder, durable } = launch
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '64MB',
    jit: 'off',
    // Failed requests are logged by the server that handles them, without values and statements.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  }
  // No value contains a space, and the Windows shell does not interpret these quotes.
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const log = join(folder, 'server.log')
  const before = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  try {
    await run(pgCtl, ['start', '-D', folder, '-l', log, '-w', '-t', '60', '-o', flags.join(' ')], {
      ...user,
      cwd: folder,
    })
    return undefined
  } catch (error) {
    const said = existsSync(log) ? readFileSync(log).subarray(before).toString('utf8').trim() : ''
    return said.split('\n').slice(-3).join('\n') || (error as Error).message
  }
}

/** Stops the server gracefully if it runs; clients are disconnected. */
export async function stopServer({ pgCtl, user, folder }: Launch): Promise<void> {
  if (!postmasterOf(folder)) return
  await run(pgCtl, ['stop', '-D', folder, '-m', 'fast', '-w', '-t', '20'], { ...user, cwd: folder })
}

/** The previous port, so that clients find a restarted server. */
function lastPort(folder: string): number | undefined {
  try {
    const options = readFileSync(join(folder, 'postmaster.opts'), 'utf8')
    return Number(/"port=(\d+)"/.exec(options)?.[1]) || undefined
  } catch {
    return undefined
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
