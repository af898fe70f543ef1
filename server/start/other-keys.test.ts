import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { commandEnvironment } from '#testing/command-environment.ts'
import { freePorts, testInstance } from '#testing/test-instance.ts'
import { embeddedDatabaseUrl } from './database.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const keyText = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const [first, second, foreign] = [keyText('first'), keyText('second'), keyText('foreign')]

const settings: Record<string, string> = { SECRET_KEYS: first }
const instance = await testInstance(settings)
const { databasePassword } = JSON.parse(readFileSync(join(instance.dataDir, 'secrets.json'), 'utf8')) as {
  databasePassword: string
}
const ownerUrl = embeddedDatabaseUrl(instance.dataDir, databasePassword)!
const elsewhere = mkdtempSync(join(tmpdir(), 'other-keys-'))
after(() => rmSync(elsewhere, { recursive: true, force: true }))
const [port, sandboxPort] = await freePorts(2)

/** Runs a program of the product on the instance's database, with its own data folder. */
function run(file: string, args: string[], secretKeys: string) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(ROOT, file), ...args],
      {
        cwd: elsewhere,
        timeout: 60_000,
        env: {
          ...commandEnvironment(),
          HOME: process.env.HOME,
          DATA_DIR: elsewhere,
          DATABASE_URL: ownerUrl,
          SECRET_KEYS: secretKeys,
          PORT: String(port),
          SANDBOX_PORT: String(sandboxPort),
          LOG_LEVEL: 'error',
        },
      },
      (_, out, err) => resolve({ code: child.exitCode, out, err }),
    )
  })
}

async function asOwner(text: string) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Closes every database connection of the server, so that its next requests must open new ones. */
async function cutConnections(): Promise<void> {
  const login = `${new URL(ownerUrl).pathname.slice(1)}_authenticator`
  await asOwner(`grant ${login} to current_user`)
  const cut = await asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${login}'`,
  )
  assert.ok(cut.length > 0, 'the server was connected')
}

const isReady = async () => (await fetch(`${instance.url}/health/ready`)).status === 200
async function serves(what: string): Promise<void> {
  const deadline = Date.now() + 15_000
  while (!(await isReady())) {
    assert.ok(Date.now() < deadline, `${what}: the server opens no connection`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const processes: [string, string[]][] = [
  ['server/main.ts', []],
  ['scripts/users.ts', ['export', join(elsewhere, 'users.jsonl')]],
  ['scripts/plans.ts', []],
  ['scripts/rotate-keys.ts', ['--now']],
  ['scripts/reseal.ts', []],
  ['scripts/keys.ts', []],
]
for (const [file, args] of processes)
  test(`${file} with other keys refuses to start, names the setting, and the running server reconnects`, async () => {
    const before = await asOwner('select count(*)::int as keys from auth.signing_keys')
    const { code, out, err } = await run(file, args, foreign)
    assert.equal(code, 1, out)
    assert.match(err, /SECRET_KEYS does not belong to this database.*Put that key back into SECRET_KEYS/)
    assert.doesNotMatch(err, /^ +at /m, 'no stack')
    assert.ok(
      !`${out}${err}`.includes(foreign.split(':')[1]!) && !`${out}${err}`.includes(first.split(':')[1]!),
    )
    assert.doesNotMatch(out, /ready|serviceRoleKey/)
    assert.deepEqual(await asOwner('select count(*)::int as keys from auth.signing_keys'), before)
    await cutConnections()
    await serves(file)
  })

test('the same commands work with the key of the database, old or new first', async () => {
  for (const ring of [first, `${second},${first}`]) {
    const { code, err } = await run('scripts/rotate-keys.ts', ['--now'], ring)
    assert.equal(code, 0, err)
    assert.equal((await run('scripts/keys.ts', [], ring)).code, 0)
    await cutConnections()
    await serves(ring)
  }
})

test('keys change without an outage: add, restart, reseal, remove, restart', async () => {
  await instance.kill()
  settings.SECRET_KEYS = `${second},${first}`
  await instance.start()
  await serves('with both keys')

  const { code, out, err } = await run('scripts/reseal.ts', [], `${second},${first}`)
  assert.equal(code, 0, err)
  assert.match(
    out,
    /auth\.signing_keys\.private_jwk_sealed +[1-9]\d* resealed[^]*remove first from SECRET_KEYS/,
  )
  // The login's password has changed, so the running server must read it again.
  await cutConnections()
  await serves('after resealing')

  await instance.kill()
  settings.SECRET_KEYS = second
  await instance.start()
  await serves('with the new key alone')
  const late = await run('scripts/rotate-keys.ts', ['--now'], first)
  assert.equal(late.code, 1)
  assert.match(late.err, /SECRET_KEYS/)
})
