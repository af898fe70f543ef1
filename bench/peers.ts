import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePorts } from '#testing/test-instance.ts'
import { ROOT } from '#testing/test-cluster.ts'

export interface Program {
  url: string
  stop(): Promise<void>
}

/** Starts a script that prints `ready`; its first argument is the port. */
export async function startProgram(script: string, args: string[] = []): Promise<Program> {
  const [port] = await freePorts(1)
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, String(port), ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} ended at its start (exit ${code})`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') resolve()
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * Installs a peer's packages once, outside of our own, and starts it.
 * @throws {Error} when it cannot be installed: a comparison without its peer is no result
 */
export async function startPeer(name: string, args: string[]): Promise<Program> {
  const folder = join(ROOT, '.tmp', 'bench-peers', name)
  mkdirSync(folder, { recursive: true })
  cpSync(join(ROOT, 'bench', 'peers', name), folder, { recursive: true })
  if (!existsSync(join(folder, 'node_modules'))) {
    console.error(`Installing the peer ${name} (once) ...`)
    const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
    })
    if (npm.status !== 0) throw new Error(`The peer ${name} could not be installed`)
  }
  return startProgram(join(folder, 'server.mjs'), args)
}
