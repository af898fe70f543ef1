import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePorts } from '#testing/test-instance.ts'
import { ROOT } from '#testing/test-cluster.ts'

export interface Instance {
  url: string
  anonKey: string
  serviceRoleKey: string
  /** Address of the database's owner, for peers that want a database beside ours. */
  databaseUrl: string
  stop(): Promise<void>
}

/** A whole server as `npm start` runs it, on data of its own; limits count, but far above what is measured. */
export async function startInstance(): Promise<Instance> {
  mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
  const dataDir = mkdtempSync(join(ROOT, '.tmp', 'bench-'))
  // Passable: as root the database runs as another user.
  chmodSync(dataDir, 0o711)
  const [port, sandboxPort] = await freePorts(2)
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
    AUTH_LIMIT_FACTOR: '1000000',
  }
  const node = (script: string) => ['--disable-warning=ExperimentalWarning', join(ROOT, script)]
  const server = spawn(process.execPath, node('server/main.ts'), {
    cwd: dataDir,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`The server ended at its start (exit ${code})`)))
    createInterface({ input: server.stdout }).on('line', (line) => {
      if (line.startsWith('Bolt Blocks is ready')) resolve()
    })
  })
  const keys = JSON.parse(
    execFileSync(process.execPath, node('scripts/keys.ts'), { cwd: dataDir, env }).toString(),
  ) as Omit<Instance, 'stop'>
  return {
    ...keys,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
