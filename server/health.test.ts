import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKernel } from '#kernel/kernel.ts'
import { createLogger } from '#kernel/log.ts'
import { databaseGate } from '#testing/database-gate.ts'
import { testApp } from '#testing/test-app.ts'
import { createApp } from './app.ts'
import { noDist } from './dist.ts'
import { startWorker } from './worker.ts'

const base = await testApp()
const gate = await databaseGate(base.appUrl)
const kernel = openKernel(base.config, gate.url, { log: createLogger('silent') })
base.beforeDrop(() => kernel.close())
const app = createApp(kernel, noDist)

async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await app.request(new URL(path, base.config.publicUrl), { headers })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}
const allFine = { status: 'ok', checks: { database: true, migrations: true, keys: true, worker: true } }

test('[S13] a server is not ready before its workers run', async () => {
  const { status, body } = await ask('/health/ready')
  assert.deepEqual(
    [status, body],
    [503, { status: 'unavailable', checks: { ...allFine.checks, worker: false } }],
  )
  await startWorker(kernel)
  assert.deepEqual(await ask('/health/ready').then(({ status: now }) => now), 200)
})

test('[S13] ready when database, migrations and keys are fine', async () => {
  const { status, body } = await ask('/health/ready')
  assert.deepEqual([status, body], [200, allFine])
  assert.equal((await ask('/health/live')).status, 200)
})

test('[S13] while the database is down it is live but not ready; calls get Retry-After; then it recovers', async () => {
  await gate.shut()
  const ready = await ask('/health/ready')
  assert.equal(ready.status, 503)
  assert.deepEqual(ready.body, {
    status: 'unavailable',
    checks: { database: false, migrations: false, keys: true, worker: true },
  })
  assert.equal((await ask('/health/live')).status, 200)

  const words = { rest: 'message', auth: 'msg', functions: 'error' }
  const calls: [path: string, word: string][] = [
    ['/rest/v1/bolt_plans', words.rest],
    [`/auth/v1/settings?apikey=pk_${'a'.repeat(24)}`, words.auth],
    [`/functions/v1/order-status?apikey=pk_${'a'.repeat(24)}`, words.functions],
  ]
  for (const [path, word] of calls) {
    const startedAt = performance.now()
    const { status, headers, body } = await ask(path, path.includes('apikey') ? {} : { apikey: base.anonKey })
    assert.equal(status, 503, path)
    assert.ok(Number(headers.get('retry-after')) > 0, path)
    assert.equal(typeof body[word], 'string', JSON.stringify(body))
    assert.doesNotMatch(JSON.stringify(body), /ECONN|127\.0\.0\.1|postgres/i)
    assert.ok(performance.now() - startedAt < 1000)
  }
  await gate.open()
  assert.deepEqual((await ask('/health/ready')).body, allFine)
  assert.equal((await ask('/rest/v1/bolt_plans', { apikey: base.anonKey })).status, 200)
})

test('[S13] a database that lacks a migration of this version is not ready', async () => {
  const { rows } = await base.owner.query('delete from app.migrations where name like $1 returning *', [
    '%_tenants',
  ])
  assert.equal(rows.length, 1)
  const { status, body } = await ask('/health/ready')
  assert.deepEqual(
    [status, body.checks],
    [503, { database: true, migrations: false, keys: true, worker: true }],
  )
  await base.owner.query(
    'insert into app.migrations select * from json_populate_record(null::app.migrations, $1)',
    [JSON.stringify(rows[0])],
  )
  assert.equal((await ask('/health/ready')).status, 200)
})

test('only the service key can read the kind of instance', async () => {
  for (const headers of [{}, { apikey: base.anonKey }, { apikey: 'rubbish' }]) {
    const { status } = await ask('/health/instance', headers as Record<string, string>)
    assert.ok(status === 401 || status === 403, String(status))
  }
  const { status, body } = await ask('/health/instance', { apikey: base.serviceKey })
  const { env, host } = base.config
  assert.deepEqual([status, body], [200, { env, host, database: 'own' }])
  for (const [databaseUrl, database] of [
    ['postgres://owner:x@localhost:5432/app', 'local'],
    ['postgres://owner:x@[::1]/app', 'local'],
    ['postgres:///app?host=/run/postgresql', 'local'],
    ['postgres://owner:x@db.example/app', 'remote'],
    ['postgres://owner:x@localhost.example/app', 'remote'],
  ]) {
    const other = openKernel({ ...base.config, databaseUrl: databaseUrl! }, base.appUrl, {
      log: createLogger('silent'),
    })
    const answer = await createApp(other, noDist).request('/health/instance', {
      headers: { apikey: base.serviceKey },
    })
    assert.deepEqual(await answer.json(), { env, host, database })
    await other.close()
  }
})

test('[Q08] only the service key can read metrics, which contain no address, key or name', async () => {
  const forbidden = [{}, { apikey: base.anonKey }, { apikey: 'rubbish' }]
  for (const headers of forbidden) {
    const { status } = await ask('/metrics', headers as Record<string, string>)
    assert.ok(status === 401 || status === 403, String(status))
  }
  await ask('/rest/v1/canary?canary=1', { apikey: base.anonKey })
  const response = await app.request('/metrics', { headers: { apikey: base.serviceKey } })
  const text = await response.text()
  assert.match(response.headers.get('content-type')!, /^text\/plain/)
  assert.match(
    text,
    /bolt_blocks_request_seconds_count\{method="GET",status="503",mount="\/rest\/v1"\} [1-9]/,
  )
  assert.doesNotMatch(text, /canary/)
})

test('[P12] preflights work while the database is down', async () => {
  await gate.shut()
  for (const path of ['/rest/v1/tenants', '/auth/v1/token', '/functions/v1/purchase']) {
    const response = await app.request(`${path}?apikey=pk_${'b'.repeat(24)}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        apikey: `pk_${'b'.repeat(24)}`,
      },
    })
    assert.equal(response.status, 204, path)
  }
  await gate.open()
})
