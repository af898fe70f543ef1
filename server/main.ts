// Program 1: the server. `npm start` runs this file, which starts an instance step by step.
import { join } from 'node:path'
import { ConfigError, environment, loadConfig } from '#kernel/config.ts'
import { openKernel } from '#kernel/kernel.ts'
import { openRealtime } from '#services/realtime/service.ts'
import { createApp } from './app.ts'
import { loadDist } from './dist.ts'
import { countRealtime } from './http/metrics.ts'
import { buildIfStale } from './start/build.ts'
import { openDataDir } from './start/data-dir.ts'
import { prepareDatabase, startDatabase } from './start/database.ts'
import { requireFreePort } from './start/free-port.ts'
import { listen } from './start/listen.ts'
import { setUpSandboxPlans } from './start/plans.ts'
import { startSandbox } from './start/sandbox.ts'
import { stopInOrder } from './start/stop.ts'
import { startWorker } from './worker.ts'

const root = join(import.meta.dirname, '..')
const say = (line: string) => void process.stdout.write(`${line}\n`)

const stop = stopInOrder()

async function main(): Promise<void> {
  const env = environment()
  const dataDir = openDataDir(env)
  const first = loadConfig(env, dataDir.secrets)

  const sandboxWanted =
    first.env !== 'production' && (first.payments.provider === 'sandbox' || !first.mail.smtpUrl)
  await requireFreePort(first.host, first.port, 'PORT')
  if (sandboxWanted) await requireFreePort('127.0.0.1', first.sandboxPort, 'SANDBOX_PORT')

  // Start the slow services in parallel. If one fails, wait for the others, then stop them.
  const [database, sandbox] = await stop.starting(
    allOrFirstFault([
      startDatabase(first.databaseUrl, first.dataDir, dataDir.secrets.databasePassword, stop.signal).then(
        (started) => stop.last('PostgreSQL', started),
      ),
      sandboxWanted
        ? startSandbox({ root, dataDir, port: first.sandboxPort, publicUrl: first.publicUrl, env }).then(
            (started) => stop.last('the sandbox', started),
          )
        : undefined,
      buildIfStale(root, stop.signal),
    ]),
  )

  const config = loadConfig(env, dataDir.secrets, sandbox?.ready)
  const login = await stop.starting(prepareDatabase(database.ownerUrl, config, root))
  const kernel = openKernel(config, login)
  stop.first('the kernel', { stop: () => kernel.close() })

  if (config.payments.host) await stop.starting(setUpSandboxPlans(kernel))
  const realtime = openRealtime(kernel)
  countRealtime(realtime)
  const app = createApp(kernel, await stop.starting(loadDist(root)), undefined, realtime)
  stop.first(
    'the server',
    await listen(app, config.host, config.port, { sockets: realtime, publicUrl: config.publicUrl }),
  )
  stop.first('realtime', realtime)
  await stop.starting(startWorker(kernel))

  if (config.payments.host) say(`Payments sandbox  ${config.payments.host.url}`)
  if (sandbox) say(`Mail inbox        ${sandbox.ready.url}/inbox`)
  say(`Studio            ${config.publicUrl}/auth`)
  say(`Bolt Blocks is ready at ${config.publicUrl}`)
}

/** Like Promise.all, but when it rejects, all promises have settled. */
async function allOrFirstFault<T extends unknown[]>(starts: T): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(starts)
  return Promise.all(starts)
}

main().catch(async (error: unknown) => {
  if (stop.signal.aborted) return // Stopped during startup: the stop handler ends the process.
  const expected = error instanceof ConfigError
  process.stderr.write(`${expected ? error.message : ((error as Error).stack ?? String(error))}\n`)
  await stop.all()
  process.exit(1)
})
