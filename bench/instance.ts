import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endWithThisProcess } from '#testing/guardian/guard.ts'
import { freePorts } from '#testing/test-instance.ts'
import { cpuTime } from './cpu.ts'
import type { CpuTime } from './cpu.ts'
import { END_WITH_PARENT, ROOT } from './paths.ts'
import { progress } from './progress.ts'

export interface Instance {
  url: string
  sandboxUrl: string
  anonKey: string
  serviceRoleKey: string
  /** Connection string of the database's owner, for peers that need a database beside ours. */
  databaseUrl: string
  dataDir: string
  /** CPU time of the server and of PostgreSQL so far; undefined where it cannot be read. */
  cpu: () => CpuTime | undefined
  /** Ends the server at once (SIGKILL), as a crash would. */
  kill(): Promise<void>
  /** Starts it again on the same data. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a whole server as `npm start` does, with its own data. Rate limits are counted, but far above the load.
 * @param more further settings of this instance
 */
export async function startInstance(more: Record<string, string> = {}): Promise<Instance> {
  mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
  const dataDir = mkdtempSync(join(ROOT, '.tmp', `bench-${process.pid}-`))
  // Others need access to the folder, because the database runs as another user when started as root.
  chmodSync(dataDir, 0o711)
  endWithThisProcess({ cluster: join(dataDir, 'postgres') }, { folder: dataDir })
  const [port, sandboxPort] = await freePorts(2)
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
    AUTH_LIMIT_FACTOR: '1000000',
    ...more,
  }
  const node = (script: string, ...flags: string[]) => [
    '--disable-warning=ExperimentalWarning',
    ...flags,
    join(ROOT, script),
  ]
  let server: ChildProcess
  async function start(): Promise<void> {
    progress('starting a server')
    const child = spawn(process.execPath, node('server/main.ts', '--import', END_WITH_PARENT), {
      cwd: dataDir,
      env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    server = child
    if (child.pid) endWithThisProcess({ process: child.pid })
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The server exited during startup (exit ${code})`)))
      createInterface({ input: child.stdout! }).on('line', (line) => {
        if (line.startsWith('Bolt Blocks is ready')) resolve()
      })
    })
  }
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  await start()
  const keys = JSON.parse(
    execFileSync(process.execPath, node('scripts/keys.ts'), { cwd: dataDir, env }).toString(),
  ) as Pick<Instance, 'url' | 'anonKey' | 'serviceRoleKey' | 'databaseUrl'>
  return {
    ...keys,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    dataDir,
    start,
    cpu: () => cpuTime(server.pid!, dataDir),
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
