import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { freePorts } from '#testing/test-instance.ts'
import { END_WITH_PARENT, ROOT } from './paths.ts'
import { progress } from './progress.ts'

export interface Program {
  url: string
  stop(): Promise<void>
}

/** An unresponsive registry must not block the run. */
const INSTALL_MS = 180_000

/** Starts a script that prints `ready`; its first argument is the port. */
export async function startProgram(script: string, args: string[] = []): Promise<Program> {
  const [port] = await freePorts(1)
  progress(`starting ${relative(ROOT, script)}`)
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', END_WITH_PARENT, script, String(port), ...args],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} exited during startup (exit ${code})`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
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
 * Installs a peer's packages once, separately from ours, and starts it.
 * @throws {Error} when it cannot be installed, because a comparison without its peer has no result
 */
export async function startPeer(name: string, args: string[]): Promise<Program> {
  const folder = join(ROOT, '.tmp', 'bench-peers', name)
  mkdirSync(folder, { recursive: true })
  cpSync(join(ROOT, 'bench', 'peers', name), folder, { recursive: true })
  if (!existsSync(join(folder, 'node_modules'))) {
    progress(`installing the peer ${name} (once)`)
    const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
      timeout: INSTALL_MS,
    })
    if (npm.status !== 0) throw new Error(`The peer ${name} could not be installed`)
  }
  return startProgram(join(folder, 'server.mjs'), args)
}
