import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endWithThisProcess } from './guardian/guard.ts'
import { installApart } from './install-apart.ts'
import { ROOT } from './test-cluster.ts'
import { freePorts } from './test-instance.ts'

/** An S3-compatible server, with the environment variables that configure it. */
export interface S3Server {
  env: Record<`S3_${string}`, string>
  stop(): Promise<void>
}

/** Starts an S3 server for one test file; it stops when the file ends. */
export async function s3Server(): Promise<S3Server | string> {
  const server = await startS3Server()
  if (typeof server !== 'string') {
    const { after } = await import('node:test')
    after(() => server.stop())
  }
  return server
}

/**
 * Starts s3rver, an independent implementation, on a temporary folder. It is installed once, outside of the
 * project's packages, to keep its security advisories out. S3_TEST_ENDPOINT (with S3_TEST_BUCKET and the key
 * pair S3_TEST_KEY_ID, S3_TEST_KEY) makes the tests use another server.
 * @returns the server, or as text the reason why it cannot be installed; its tests are then skipped with that
 * reason
 */
export async function startS3Server(): Promise<S3Server | string> {
  const other = process.env.S3_TEST_ENDPOINT
  if (other)
    return {
      env: envOf(other, process.env.S3_TEST_BUCKET, process.env.S3_TEST_KEY_ID, process.env.S3_TEST_KEY),
      stop: async () => undefined,
    }
  const folder = join(ROOT, '.tmp', 's3-server')
  const prepare = (target: string) => cpSync(join(ROOT, 'testing', 's3-server'), target, { recursive: true })
  if (!installApart(folder, prepare, ['ci']))
    return 's3rver could not be installed: cannot reach the package registry'
  const data = mkdtempSync(join(ROOT, '.tmp', 's3-data-'))
  endWithThisProcess({ folder: data })
  const [port] = await freePorts(1)
  const child = spawn(process.execPath, [join(folder, 'server.mjs'), String(port), data, 'files'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  if (child.pid) endWithThisProcess({ process: child.pid })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`s3rver ended while starting (exit ${code})`)))
    createInterface({ input: child.stdout }).on('line', (line) => line === 'ready' && resolve())
  })
  return {
    env: envOf(`http://127.0.0.1:${port}`),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGKILL')) await ended
      rmSync(data, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const envOf = (endpoint: string, bucket = 'files', id = 'S3RVER', key = 'S3RVER'): S3Server['env'] => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: id,
  S3_SECRET_ACCESS_KEY: key,
  S3_FORCE_PATH_STYLE: 'true',
})
