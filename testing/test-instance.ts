import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { keepContractCount } from './contract-count.ts'
import { newDataFolder } from './data-folder.ts'
import { endWithThisProcess } from './guardian/guard.ts'
import { copyReadyCluster } from './ready-cluster.ts'
import { ROOT } from './test-cluster.ts'

/** A larger initial young generation (megabytes): loading the modules takes a fifth less time. */
export const ROOM_TO_START = '--min-semi-space-size=16'

export interface InboxMail {
  id: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  links: string[]
}

export interface TestInstance {
  url: string
  sandboxUrl: string
  dataDir: string
  /** Process id of the server. */
  pid(): number
  /** Returns the newest email to this address, waiting at most 30 s until `count` emails have arrived. */
  mailTo(address: string, count?: number): Promise<InboxMail>
  /** Kills the server immediately (SIGKILL), like a crash. */
  kill(): Promise<void>
  /** Starts the server again on the same data. */
  start(): Promise<void>
}

/**
 * Starts a whole instance like `npm start` (server/main.ts with its own PostgreSQL, sandbox and ports) on a
 * temporary data folder. If BB_E2E_DATABASE_URL is set, the instance uses that database.
 * @param how.fromNothing starts with an empty folder, as on a first start; otherwise the folder has a
 * migrated database
 */
export async function testInstance(
  env: Record<string, string> = {},
  how: InstanceOptions = {},
): Promise<TestInstance> {
  const { close, ...instance } = await openInstance(env, how)
  after(close)
  return instance
}

interface InstanceOptions {
  fromNothing?: boolean
}

/**
 * The same outside a test.
 * @returns also `close`, which throws when a request violated the card provider's contract
 */
export async function openInstance(
  env: Record<string, string> = {},
  { fromNothing = false }: InstanceOptions = {},
): Promise<TestInstance & { close: () => Promise<void> }> {
  const dataDir = newDataFolder('instance')
  endWithThisProcess({ cluster: join(dataDir, 'postgres') }, { folder: dataDir })
  if (!fromNothing && !process.env.BB_E2E_DATABASE_URL) await copyReadyCluster(dataDir)
  const [port, sandboxPort] = await freePorts(2)
  let server: ChildProcess | undefined
  const url = `http://localhost:${port}`
  const sandboxUrl = `http://localhost:${sandboxPort}`

  async function start(): Promise<void> {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', ROOM_TO_START, join(ROOT, 'server', 'main.ts')],
      {
        cwd: dataDir,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          // As `npm start` sets it.
          ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
          PORT: String(port),
          SANDBOX_PORT: String(sandboxPort),
          DATA_DIR: dataDir,
          LOG_LEVEL: 'error',
          AUTH_LIMIT_FACTOR: '100',
          ...(process.env.BB_E2E_DATABASE_URL ? { DATABASE_URL: process.env.BB_E2E_DATABASE_URL } : {}),
          ...env,
        },
      },
    )
    server = child
    if (child.pid) endWithThisProcess({ process: child.pid })
    await ready(child)
  }

  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server!.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }

  await start()
  return {
    async close() {
      try {
        await keepContractCount(sandboxUrl)
      } finally {
        await stop()
        stopLeftPostgres(dataDir)
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
      }
    },
    url,
    sandboxUrl,
    dataDir,
    pid: () => server!.pid!,
    mailTo: (address, count) => mailIn(sandboxUrl, address, count),
    async kill() {
      const ended = new Promise((resolve) => server!.once('exit', resolve))
      server!.kill('SIGKILL')
      await ended
    },
    start,
  }
}

/**
 * Returns the newest email to an address in a sandbox's inbox, waiting at most 30 s until `count` have
 * arrived.
 */
export async function mailIn(sandboxUrl: string, address: string, count = 1): Promise<InboxMail> {
  for (let tries = 0; tries < 300; tries++) {
    const response = await fetch(`${sandboxUrl}/inbox.json?to=${encodeURIComponent(address)}`)
    const emails = (await response.json()) as InboxMail[]
    if (emails.length >= count) return emails[0]!
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No email to ${address} arrived`)
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended while starting (exit ${code})`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.startsWith('Bolt Blocks is ready')) resolve()
    })
  })
}

/** Stops a database that outlived its killed server; its pid file has the process id. */
function stopLeftPostgres(dataDir: string): void {
  try {
    process.kill(
      Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGINT',
    )
  } catch {
    // It has already stopped.
  }
}

/** Ports below the ephemeral range, so that no outgoing connection takes one before the server listens. */
const [LOWEST, HIGHEST] = [12_000, 30_000]

/** Returns ports without a listener. */
export async function freePorts(count: number): Promise<number[]> {
  const free = new Set<number>()
  while (free.size < count) {
    const port = randomInt(LOWEST, HIGHEST)
    const inUse = await Promise.all(['127.0.0.1', '::1'].map((host) => listens(port, host)))
    if (!inUse.includes(true)) free.add(port)
  }
  return [...free]
}

function listens(port: number, host: string): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EADDRINUSE'))
    probe.listen(port, host, () => probe.close(() => resolve(false)))
  })
}
