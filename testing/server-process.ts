import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after } from 'node:test'
import { commandEnvironment } from './command-environment.ts'
import { endWithThisProcess } from './guardian/guard.ts'
import type { TestApp } from './test-app.ts'
import { ROOT } from './test-cluster.ts'
import { freePorts } from './test-instance.ts'

/** Starts the whole server in a process of its own on the app's database, for tests that kill it. */
export async function serverProcess({
  config,
  appUrl,
}: Pick<TestApp, 'config' | 'appUrl'>): Promise<{ url: string; child: ChildProcess }> {
  const [port] = await freePorts(1)
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(ROOT, 'testing', 'server-entry.ts')],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...commandEnvironment(),
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        PORT: String(port),
        PUBLIC_URL: config.publicUrl,
        JWT_SECRET: config.jwtSecret,
        SECRET_KEYS: config.secretKeys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(','),
        APP_URL: appUrl,
      },
    },
  )
  endWithThisProcess({ process: child.pid! })
  after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${port}`, child }
}
