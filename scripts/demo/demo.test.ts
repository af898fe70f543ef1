// What the commands for newcomers say where the instance is another, is not there, or a port is taken.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { realtimeApp } from '#testing/realtime-app.ts'
import { freePorts } from '#testing/test-instance.ts'

const app = await realtimeApp()
const { port } = new URL(app.url)
const [nothing] = await freePorts(1)
const folder = mkdtempSync(join(tmpdir(), 'demo-'))
after(() => rmSync(folder, { recursive: true }))

/** Runs a command of `scripts/` beside the server of this test, on a folder of data that is new. */
const command = (script: string, settings: Record<string, string>) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: port, ...settings }
    const file = join(import.meta.dirname, '..', script)
    const child = execFile(process.execPath, [file], { cwd: folder, env, timeout: 60_000 }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })

test('npm run demo: without an instance it says to start one, and on which port it looked', async () => {
  const { code, err } = await command('demo/main.ts', { PORT: String(nothing) })
  assert.equal(code, 1)
  assert.match(
    err,
    new RegExp(`^Nothing answers at http://localhost:${nothing}\\. Run npm start .*PORT.*\\n$`),
  )
})

test('npm run demo: an instance on other data is named with the remedy, not with a stack', async () => {
  const { code, err } = await command('demo/main.ts', {})
  assert.equal(code, 1)
  assert.match(err, /^The instance at \S+ does not run on \S+\. Give this command the same DATA_DIR as .*\n$/)
})

test('npm run demo: a taken port is named with the remedy, not with a stack', async () => {
  const { code, err } = await command('demo/main.ts', {
    JWT_SECRET: app.config.jwtSecret,
    DEMO_PORT: port,
  })
  assert.equal(code, 1)
  assert.equal(err, `Port ${port} is taken: set DEMO_PORT to another one.\n`)
})

test('npm run keys: keys of an instance that does not run come with a word about it, beside the JSON', async () => {
  const { code, out, err } = await command('keys.ts', {})
  assert.equal(code, 0)
  assert.equal(JSON.parse(out).databaseUrl, null)
  assert.match(err, /^Nothing runs on \S+: .*give this command its PORT and DATA_DIR\.\n$/)
  assert.equal((await command('keys.ts', { DATABASE_URL: app.ownerUrl })).err, '')
})
