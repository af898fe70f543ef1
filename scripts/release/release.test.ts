import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { buildIfStale } from '#server/start/build.ts'
import { eventually } from '#testing/eventually.ts'
import { endWithThisProcess } from '#testing/guardian/guard.ts'
import { cloneTemplate, ROOT } from '#testing/test-cluster.ts'
import { freePorts } from '#testing/test-instance.ts'
import { layOut } from './layout.ts'

mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
const folder = mkdtempSync(join(ROOT, '.tmp', 'release-'))
const app = join(folder, 'app')
const work = join(folder, 'work')
const program = join(app, 'bin', 'bolt-blocks')
/** As on a machine without Node and npm. */
const PATH = '/usr/bin:/bin'
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

before(async () => {
  await buildIfStale(ROOT)
  mkdirSync(work)
  layOut(ROOT, app)
})

test('a release starts without npm, a build or an installed Node, and SIGTERM ends it', async () => {
  const database = await cloneTemplate()
  const [port] = await freePorts(1)
  const server = spawn(program, ['start'], {
    cwd: work,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATABASE_URL: database.ownerUrl,
      JWT_SECRET: randomBytes(48).toString('base64'),
      SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'Bakery <hello@bakery.test>',
    },
  })
  endWithThisProcess({ process: server.pid! })
  after(() => server.kill('SIGKILL'))
  for await (const line of createInterface({ input: server.stdout }))
    if (line.startsWith('Bolt Blocks is ready')) break
  server.stdout.resume()

  const address = `http://localhost:${port}`
  for (const path of ['/health/ready', '/auth', '/v1/bb.js', '/check-in/', '/llms.txt'])
    await eventually(`${path} is served`, async () => (await fetch(address + path)).status === 200, 10)
  const script = /<script[^>]+src="(\/[^"]+\.js)"/.exec(await (await fetch(`${address}/auth`)).text())![1]!
  assert.match((await fetch(address + script)).headers.get('content-type')!, /javascript/)

  server.kill('SIGTERM')
  const [code] = (await once(server, 'exit')) as [number | null]
  assert.equal(code, 0)
  await database.drop()
})

test('its commands run in the current folder, and unknown ones are named', () => {
  const run = (...args: string[]) => spawnSync(program, args, { cwd: work, env: { PATH }, encoding: 'utf8' })
  const keys = run('keys')
  assert.equal(keys.status, 0, keys.stderr)
  assert.ok(JSON.parse(keys.stdout).anonKey)
  assert.ok(existsSync(join(work, '.data')), 'its data are in the folder where it runs')
  const unknown = run('bake')
  assert.deepEqual([unknown.status, unknown.stderr.startsWith('Usage: bolt-blocks start|')], [2, true])
})

test('a release has no tests, no parts of the build and no packages for them', () => {
  assert.deepEqual(
    globSync(['**/*.test.ts', '**/*.tsx', 'e2e/**', 'testing/**'], {
      cwd: app,
      exclude: ['node_modules/**'],
    }),
    [],
  )
  const packages = [
    'vite',
    'vitepress',
    'typescript',
    'playwright-core',
    '@sparticuz/chromium',
    'lucide-react',
  ]
  assert.deepEqual(
    packages.filter((name) => existsSync(join(app, 'node_modules', name))),
    [],
  )
})
