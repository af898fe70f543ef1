// Error messages of the commands for newcomers: another instance, no instance, a port in use.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openKernel } from '#kernel/kernel.ts'
import { createLogger } from '#kernel/log.ts'
import { createApp } from '#server/app.ts'
import { noDist } from '#server/dist.ts'
import { listen } from '#server/start/listen.ts'
import { commandEnvironment } from '#testing/command-environment.ts'
import { realtimeApp } from '#testing/realtime-app.ts'
import { freePorts } from '#testing/test-instance.ts'
import { DEMO_CREATOR } from './fill.ts'
import { PRODUCTION } from './instance-kind.ts'

const app = await realtimeApp()
const { port } = new URL(app.url)
const [nothing] = await freePorts(1)
const folder = mkdtempSync(join(tmpdir(), 'demo-'))
after(() => rmSync(folder, { recursive: true }))

/** Runs a command of `scripts/` against the server of this test, with a new data folder. */
const command = (script: string, settings: Record<string, string>) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = { ...commandEnvironment(), DATA_DIR: folder, PORT: port, ...settings }
    const file = join(import.meta.dirname, '..', script)
    const child = execFile(process.execPath, [file], { cwd: folder, env, timeout: 60_000 }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })

test('npm run demo: without an instance, the message says which port it tried and how to start one', async () => {
  const { code, err } = await command('demo/main.ts', { PORT: String(nothing) })
  assert.equal(code, 1)
  assert.match(
    err,
    new RegExp(`^No server responds at http://localhost:${nothing}\\. Run npm start .*PORT.*\\n$`),
  )
})

test('npm run demo: for an instance with other data, the message has the remedy and no stack', async () => {
  const { code, err } = await command('demo/main.ts', {})
  assert.equal(code, 1)
  assert.match(err, /^The instance at \S+ does not run on \S+\. Give this command the same DATA_DIR as .*\n$/)
})

test('npm run demo: refuses to run under NODE_ENV=production', async () => {
  const { code, err } = await command('demo/main.ts', {
    NODE_ENV: 'production',
    JWT_SECRET: app.config.jwtSecret,
  })
  assert.equal(code, 1)
  assert.equal(err, `${PRODUCTION}\n`)
})

/** Serves the server of this test with other settings, on its own local port. */
async function served(settings: object): Promise<string> {
  const kernel = openKernel({ ...app.config, ...settings }, app.appUrl, { log: createLogger('silent') })
  const [own] = await freePorts(1)
  const listening = await listen(createApp(kernel, noDist), '127.0.0.1', own!)
  app.beforeDrop(async () => {
    await listening.stop()
    await kernel.close()
  })
  return String(own)
}

const accounts = async () =>
  (await app.owner.query('select id from auth.users where email = $1', [DEMO_CREATOR.email])).rowCount

test('npm run demo: a command without NODE_ENV recognizes a server in production', async () => {
  const { code, err } = await command('demo/main.ts', {
    PORT: await served({ env: 'production' }),
    JWT_SECRET: app.config.jwtSecret,
  })
  assert.equal(code, 1)
  assert.equal(err, `${PRODUCTION}\n`)
  assert.equal(await accounts(), 0)
})

test('npm run demo: if other machines can reach the server, the account does not get the published password', async () => {
  // Without a sandbox, the command ends after it has created the account.
  const { code } = await command('demo/main.ts', {
    PORT: await served({ host: '0.0.0.0' }),
    JWT_SECRET: app.config.jwtSecret,
  })
  assert.equal(code, 1)
  assert.equal(await accounts(), 1)
  const { error } = await app.visit().auth.signInWithPassword(DEMO_CREATOR)
  assert.equal(error?.code, 'invalid_credentials')
})

test('npm run demo: if the port is in use, the message has the remedy and no stack', async () => {
  const { code, err } = await command('demo/main.ts', {
    JWT_SECRET: app.config.jwtSecret,
    DEMO_PORT: port,
  })
  assert.equal(code, 1)
  assert.equal(err, `Port ${port} is taken: set DEMO_PORT to another one.\n`)
})

test('npm run keys: if the instance is not running, a warning on stderr says so', async () => {
  const { code, out, err } = await command('keys.ts', {})
  assert.equal(code, 0)
  assert.equal(JSON.parse(out).databaseUrl, null)
  assert.match(err, /^Nothing runs on \S+: .*give this command its PORT and DATA_DIR\.\n$/)
  assert.equal((await command('keys.ts', { DATABASE_URL: app.ownerUrl })).err, '')
})
