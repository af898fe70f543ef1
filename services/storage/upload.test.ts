import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storageWorld } from '#testing/storage-world.ts'
import { fileKey } from './backends/keys.ts'
import { openBackend } from './backends/open.ts'

const LIMIT = 200_000
const world = await storageWorld({ env: { STORAGE_FILE_BYTES: String(LIMIT) } })
const { app } = world
const operator = world.operator()
await operator.storage.createBucket('files', { public: true })
await operator.storage.createBucket('small', { public: false, fileSizeLimit: '10kb' })
const files = operator.storage.from('files')

/** A body that counts how much of it was read. */
function counted(size: number) {
  let sent = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent >= size) return controller.close()
        sent += 10_000
        controller.enqueue(new Uint8Array(10_000))
      },
    },
    { highWaterMark: 0 },
  )
  return { body, sent: () => sent }
}

const TOO_LARGE = {
  statusCode: '413',
  error: 'Payload too large',
  message: 'The object exceeded the maximum allowed size',
}

test('[P16] a file with a declared size over the limit is rejected before any byte is read', async () => {
  for (const [path, method, limit] of [
    ['/object/files/a', 'POST', LIMIT],
    ['/object/files/a', 'PUT', LIMIT],
    ['/object/small/a', 'POST', 10_000],
  ] as const) {
    const { body, sent } = counted(limit + 1)
    const answer = await world.ask(operator, path, {
      method,
      body,
      duplex: 'half',
      headers: { 'content-length': String(limit + 1), 'content-type': 'text/plain' },
    } as RequestInit)
    const { code: _, ...responseBody } = await answer.json()
    assert.deepEqual([answer.status, responseBody], [413, TOO_LARGE], path)
    assert.equal(sent(), 0)
  }
})

test('[P16] a file without a declared size is stopped at its limit, and nothing is stored', async () => {
  for (const [bucket, limit] of [
    ['files', LIMIT],
    ['small', 10_000],
  ] as const) {
    const whole = counted(limit)
    assert.equal((await operator.storage.from(bucket).upload('just', whole.body)).error, null)
    const { body, sent } = counted(10_000_000)
    const { error } = await operator.storage.from(bucket).upload('large', body)
    assert.equal(error?.statusCode, '413')
    assert.ok(sent() <= limit + 100_000, String(sent()))
    assert.equal((await operator.storage.from(bucket).exists('large')).data, false)
    const form = await operator.storage.from(bucket).upload('large', new Blob([new Uint8Array(limit + 1)]))
    assert.equal(form.error?.statusCode, '413')
  }
  const { rows } = await app.owner.query('select count(*)::int as loose from storage.loose_files')
  assert.equal(rows[0].loose, 0)
})

test('[P16] JSON requests have the usual size limit', async () => {
  for (const path of [
    '/object/list/files',
    '/object/sign/files',
    '/object/sign/files/just',
    '/object/move',
    '/object/copy',
    '/bucket',
  ]) {
    const answer = await world.ask(operator, path, {
      method: 'POST',
      body: JSON.stringify({ prefix: 'x'.repeat(1_100_000) }),
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(answer.status, 413, path)
  }
})

test('a caller without permission is rejected before any byte is read, whatever the size', async () => {
  for (const size of [10, 100_000]) {
    const { body, sent } = counted(size)
    const answer = await world.ask(world.stranger, '/object/files/mine', {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'a/b' },
    } as RequestInit)
    assert.equal(answer.status, 403)
    assert.equal(sent(), 0)
  }
})

/** Bytes of the objects of a name, and loose files. */
async function state(name: string) {
  const { rows } = await app.owner.query<{ pool: string; object: string; version: string; loose: boolean }>(
    `select pool_id as pool, id as object, version, false as loose from storage.objects where name = $1
     union all select pool_id, object_id, version, true from storage.loose_files`,
    [name],
  )
  const backend = openBackend(app.config)
  return Promise.all(
    rows.map(async ({ loose, ...file }) => ({ loose, size: await backend.size(fileKey(file)) })),
  )
}

test('of twenty concurrent uploads of one name, one succeeds; the others are rejected and leave nothing', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => files.upload('race', `number ${i}`.padEnd(10 + i, '!'))),
  )
  const won = answers.findIndex(({ error }) => error === null)
  assert.equal(answers.filter(({ error }) => error === null).length, 1)
  for (const { error } of answers) if (error) assert.equal(error.message, 'The resource already exists')
  assert.equal(await (await files.download('race')).data?.text(), `number ${won}`.padEnd(10 + won, '!'))
  assert.deepEqual(await state('race'), [{ loose: false, size: 10 + won }])
})

test('of twenty concurrent replacements, the final row has its own bytes, and the others are due for removal', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => files.upload('last', 'x'.repeat(1 + i), { upsert: true })),
  )
  for (const { error } of answers) assert.equal(error, null)
  const info = (await files.info('last')).data!
  const bytes = await (await files.download('last')).data!.text()
  assert.equal(bytes.length, info.size)
  const rows = await state('last')
  assert.deepEqual(
    [rows.filter(({ loose }) => !loose).length, rows.filter(({ loose }) => loose).length],
    [1, 19],
  )
  const { rows: later } = await app.owner.query(
    'select count(*)::int as n from storage.loose_files where due_at > now()',
  )
  assert.equal(later[0].n, 0)
})

test('after concurrent moves and removals, an object has one name or none', async () => {
  await files.upload('here', 'x')
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, (_, i) => files.move('here', `there-${i}`)),
    files.remove(['here']),
  ])
  assert.ok(answers.length === 6)
  const { rows } = await app.owner.query(`select name from storage.objects where name ~ '^(t?here)'`)
  const removed = (answers[5] as { data: unknown[] | null }).data?.length ?? 0
  assert.equal(rows.length + removed, 1)
})

test('a copy has its own bytes, which are removed if its name is taken meanwhile', async () => {
  await files.upload('original', 'original')
  const answers = await Promise.all(Array.from({ length: 5 }, () => files.copy('original', 'copy')))
  assert.equal(answers.filter(({ error }) => error === null).length, 1)
  await files.remove(['original'])
  assert.equal(await (await files.download('copy')).data?.text(), 'original')
})

test('names that mean other paths are rejected or remain plain names', async () => {
  const { request } = app
  const ask = (path: string) =>
    request(`/storage/v1/object/files/${path}`, { method: 'POST', body: 'x', headers: operator.headers })
  for (const path of [
    '%2e%2e%2fb',
    'a%5cb',
    'a%00b',
    '%252e%252e/a',
    'C:/a',
    'a//b',
    'a/',
    '%2fa',
    '%c0%ae',
    'a%',
    'ａ',
    'x'.repeat(1025),
    'a%2f.%2fb',
  ]) {
    const answer = await ask(path)
    assert.equal(answer.status, 400, path.slice(0, 40))
    assert.equal((await answer.json()).code, 'InvalidKey')
  }
  assert.equal((await ask('a..b/...c')).status, 200)
})

test('an upload whose client disconnects leaves nothing', async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(1000))
      controller.error(new Error('gone'))
    },
  })
  const answer = await world.ask(operator, '/object/files/cut', {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'a/b' },
  } as RequestInit)
  assert.equal(answer.status, 400)
  assert.equal((await files.exists('cut')).data, false)
})
