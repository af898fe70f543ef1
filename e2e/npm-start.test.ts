import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { copyReadyCluster } from '#testing/ready-cluster.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { freePorts } from '#testing/test-instance.ts'

mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
const dataDir = mkdtempSync(join(ROOT, '.tmp', 'npm-start-'))
chmodSync(dataDir, 0o711)

test(
  'SIGTERM to npm ends the server, the sandbox and PostgreSQL',
  { skip: process.platform === 'win32' },
  async () => {
    await copyReadyCluster(dataDir)
    const [port, sandboxPort] = await freePorts(2)
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
      env: {
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        HOME: process.env.HOME,
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
      },
    })
    let hasOutput = true
    npm.stdout.once('close', () => (hasOutput = false))
    after(async () => {
      if (hasOutput) {
        process.kill(-npm.pid!, 'SIGINT')
        await once(npm.stdout, 'close')
      }
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    })
    for await (const line of createInterface({ input: npm.stdout }))
      if (line.startsWith('Bolt Blocks is ready')) break
    npm.stdout.resume()
    const postmaster = join(dataDir, 'postgres', 'postmaster.pid')
    assert.deepEqual([await responds(port!), existsSync(postmaster)], [true, true])

    npm.kill('SIGTERM')

    await eventually('npm, the server and the sandbox have closed their output', async () => !hasOutput, 20)
    assert.deepEqual(await Promise.all([responds(port!), responds(sandboxPort!)]), [false, false])
    // PostgreSQL removes its pid file after a clean shutdown.
    assert.equal(existsSync(postmaster), false)
  },
)

async function responds(port: number): Promise<boolean> {
  return fetch(`http://localhost:${port}/`).then(
    () => true,
    () => false,
  )
}
