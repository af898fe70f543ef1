import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { decodeProtectedHeader } from 'jose'
import { openKernel } from '#kernel/kernel.ts'
import { createApp } from '#server/app.ts'
import { noDist } from '#server/dist.ts'
import { eventually } from '#testing/eventually.ts'
import { PASSWORD, authCall, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { rotateSigningKeys } from './rotate-keys.ts'

// Two processes on one database.
const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '100' } })
const kernel = openKernel(app.config, app.appUrl, { log: app.kernel.log, mail: app.kernel.mail })
app.beforeDrop(() => kernel.close())
const second = createApp(kernel, noDist)
const other: Pick<typeof app, 'request'> = {
  request: (path, init) => second.request(new URL(path, app.config.publicUrl), init),
}
const processes = [app, other]

const email = newEmail()
const session = await signUp(app, app.anonKey, email)

const kidOf = (token: string) => decodeProtectedHeader(token).kid!
async function published({ request }: Pick<typeof app, 'request'>): Promise<string[]> {
  const { keys } = await (await request('/auth/v1/.well-known/jwks.json')).json()
  for (const key of keys) assert.deepEqual([key.alg, key.use, key.d], ['ES256', 'sig', undefined])
  return keys.map(({ kid }: { kid: string }) => kid)
}
async function signIn(at: Pick<typeof app, 'request'>) {
  const call = authCall(at, app.anonKey)
  const { body } = await call('POST', '/token?grant_type=password', { body: { email, password: PASSWORD } })
  return body as { access_token: string; refresh_token: string }
}
const statusOf = async (at: Pick<typeof app, 'request'>, token: string) =>
  (await authCall(at, app.anonKey)('GET', '/user', { token })).status
const bothPublish = (kids: string[]) =>
  Promise.all(
    processes.map((at) =>
      eventually('the same keys', async () => (await published(at)).join() === kids.join(), 3),
    ),
  )
/** Moves all times of the keys back, as if these seconds had passed. */
const pass = (seconds: number) =>
  app.owner.query(
    'update auth.signing_keys set signs_from = signs_from - make_interval(secs => $1), retires_at = retires_at - make_interval(secs => $1)',
    [seconds],
  )

test('a new key is published, then signs, then is the only one; all processes follow and no one is signed out', async () => {
  const old = kidOf(session.access_token)
  for (const at of processes) assert.equal(await statusOf(at, session.access_token), 200)

  const call = authCall(app, app.serviceKey)
  const { status, body } = await call('POST', '/admin/signing-keys/rotate', { body: {} })
  assert.equal(status, 200)
  const wait = new Date(body.signs_from).getTime() - Date.now()
  assert.ok(Math.abs(wait - 600_000) < 5000, 'ten minutes, as long as the key list may be kept')
  const life = new Date(body.others_retire_at).getTime() - new Date(body.signs_from).getTime()
  assert.equal(life, 4_200_000, 'the life of an access token and ten minutes')
  await bothPublish([body.kid, old])
  for (const at of processes) assert.equal(kidOf((await signIn(at)).access_token), old)
  const early = await call('POST', '/admin/signing-keys/rotate', { body: {} })
  assert.deepEqual([early.status, early.body.code], [409, 'conflict'])

  await pass(600)
  for (const at of processes) {
    const fresh = await eventually('the new key signs', async () => {
      const { access_token } = await signIn(at)
      return kidOf(access_token) === body.kid && access_token
    })
    for (const reader of processes) assert.equal(await statusOf(reader, fresh), 200)
    assert.equal(await statusOf(at, session.access_token), 200, 'the old key still verifies')
  }

  await pass(4200)
  await bothPublish([body.kid])
  for (const at of processes) {
    await eventually('the old key is refused', async () => (await statusOf(at, session.access_token)) === 403)
    const refresh = await authCall(at, app.anonKey)('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
    })
    assert.equal(kidOf(refresh.body.access_token), body.kid)
  }
})

test('exactly one of many concurrent rotations creates a key', async () => {
  const before = await published(app)
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, (_, i) => rotateSigningKeys(i % 2 ? kernel : app.kernel, 'gentle')),
  )
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1)
  const { rows } = await app.owner.query('select from auth.signing_keys')
  assert.equal(rows.length, before.length + 1)
  // A rotation with `now` uses the key that is waiting.
  const waiting = all.find((one) => one.status === 'fulfilled')!.value.kid
  assert.equal((await rotateSigningKeys(kernel, 'now')).kid, waiting)
  for (const at of processes)
    await eventually('it signs at once', async () => kidOf((await signIn(at)).access_token) === waiting, 3)
})

test('after a theft the old keys are removed immediately, and clients continue by their refresh token', async () => {
  const stolen = await signIn(app)
  for (const at of processes) assert.equal(await statusOf(at, stolen.access_token), 200)
  const { kid } = await rotateSigningKeys(app.kernel, 'compromised')
  await bothPublish([kid])
  for (const at of processes) assert.equal(await statusOf(at, stolen.access_token), 403)
  const { status, body } = await authCall(other, app.anonKey)('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: stolen.refresh_token },
  })
  assert.deepEqual([status, kidOf(body.access_token)], [200, kid])
  for (const at of processes) assert.equal(await statusOf(at, body.access_token), 200)
})

test('npm run rotate-keys works from outside, and running processes follow', async () => {
  const run = (...args: string[]) =>
    new Promise<{ out: string; err: string }>((resolve) => {
      const env = {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        DATABASE_URL: app.ownerUrl,
        DATABASE_APP_URL: app.appUrl,
        SECRET_KEYS: app.config.secretKeys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(','),
        LOG_LEVEL: 'error',
      }
      const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'rotate-keys.ts')
      execFile(process.execPath, [script, ...args], { env }, (_, out, err) => resolve({ out, err }))
    })
  const { out, err } = await run('--now')
  const kid = /New key {2,}(\S+)/.exec(out)?.[1]
  assert.ok(kid, err)
  for (const at of processes)
    await eventually('it signs', async () => kidOf((await signIn(at)).access_token) === kid, 3)
})

test('only the service key rotates', async () => {
  for (const token of [undefined, (await signIn(app)).access_token]) {
    const { status, body } = await authCall(app, app.anonKey)('POST', '/admin/signing-keys/rotate', {
      body: {},
      token,
    })
    assert.deepEqual([status, body.code], [403, 'not_admin'])
  }
  const bad = await authCall(app, app.serviceKey)('POST', '/admin/signing-keys/rotate', {
    body: { kind: 'rough' },
  })
  assert.deepEqual([bad.status, bad.body.code], [400, 'validation_failed'])
})
