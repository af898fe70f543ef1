import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { loadConfig } from '#kernel/config.ts'
import { SERVICE } from '#kernel/db/claims.ts'
import { createLogger } from '#kernel/log.ts'
import { testDatabase } from '#testing/test-database.ts'
import { fileKey } from '../backends/keys.ts'
import { openBackend } from '../backends/open.ts'
import { receiveFile } from './receive-file.ts'
import type { ReceivedFile } from './receive-file.ts'
import { dropFile } from './store-file.ts'

const KB = 1024
const QUOTA = 1000 * KB
const MAX_BYTES = 400 * KB
const dataDir = mkdtempSync(join(tmpdir(), 'uploads-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))
const { database, owner } = await testDatabase()
const config = loadConfig(
  { DATA_DIR: dataDir, STORAGE_QUOTA_BYTES: String(QUOTA) },
  {
    jwtSecret: randomBytes(32).toString('hex'),
    secretKeys: `test:${randomBytes(32).toString('base64')}`,
  },
)
const kernel = { config, database, log: createLogger('silent') }
const files = openBackend(config)

let pool = randomUUID()
beforeEach(async () => {
  pool = randomUUID()
  await owner.query("insert into storage.buckets (pool_id, id, name) values ($1, 'b', 'b')", [pool])
})

const receive = (init: RequestInit, more: { maxBytes?: number; accept?: (type: string) => void } = {}) =>
  receiveFile(
    kernel,
    new Request('http://localhost/', { method: 'POST', duplex: 'half', ...init } as RequestInit),
    {
      pool,
      object: randomUUID(),
      maxBytes: MAX_BYTES,
      ...more,
    },
  )

/** As the service does with a received file: a row references it. */
async function commit(file: ReceivedFile): Promise<ReceivedFile> {
  await database.once(SERVICE, {
    text: `insert into storage.objects (pool_id, id, bucket_id, name, version, metadata)
      values ($1, $2, 'b', $3, $4, $5)`,
    values: [file.pool, file.object, file.object, file.version, { size: file.size }],
  })
  return file
}

async function counts() {
  const { rows } = await owner.query<{ bytes: string; reserved: string }>(
    'select bytes, reserved from storage.usage where pool_id = $1',
    [pool],
  )
  const loose = await owner.query('select from storage.loose_files where pool_id = $1', [pool])
  return {
    bytes: Number(rows[0]?.bytes ?? 0),
    reserved: Number(rows[0]?.reserved ?? 0),
    loose: loose.rowCount,
  }
}

async function keys(): Promise<string[]> {
  const found: string[] = []
  for await (const key of files.keysBefore(new Date(Date.now() + 60_000), pool)) found.push(key)
  return found
}

/** A chunked body without a length; with `cutAt` it fails after that many bytes. */
function stream(bytes: Uint8Array, cutAt = Infinity): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= cutAt) return controller.error(new Error('the sender is gone'))
      if (at >= bytes.byteLength) return controller.close()
      controller.enqueue(bytes.subarray(at, (at += 32 * KB)))
    },
  })
}

function form(
  bytes: Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
  fileFirst = false,
): FormData {
  const body = new FormData()
  if (fileFirst) body.append('', new Blob([bytes], { type: 'image/png' }))
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  if (!fileFirst) body.append('', new Blob([bytes], { type: 'image/png' }))
  return body
}

const nothingLeft = async () => {
  assert.deepEqual(await counts(), { bytes: 0, reserved: 0, loose: 0 })
  assert.deepEqual(await keys(), [])
}

test('a raw body is stored with the properties in its headers', async () => {
  const bytes = randomBytes(100 * KB)
  const file = await receive({
    body: bytes,
    headers: {
      'content-type': 'text/css;charset=UTF-8',
      'cache-control': 'max-age=60',
      'x-metadata': Buffer.from('{"a":{"b":"ü"}}').toString('base64'),
    },
  })
  assert.equal(file.size, bytes.byteLength)
  assert.equal(file.contentType, 'text/css;charset=UTF-8')
  assert.equal(file.cacheControl, 'max-age=60')
  assert.deepEqual(file.userMetadata, { a: { b: 'ü' } })
  assert.equal(await files.size(fileKey(file)), bytes.byteLength)
})

for (const fileFirst of [false, true])
  test(`a multipart body can have its file ${fileFirst ? 'first' : 'last'}`, async () => {
    const bytes = randomBytes(100 * KB)
    const body = form(bytes, { cacheControl: '3600', metadata: '{"a":1}', '../x': 'y' }, fileFirst)
    const file = await receive({ body })
    const { size, contentType, cacheControl, userMetadata } = file
    assert.deepEqual(
      { size, contentType, cacheControl, userMetadata },
      {
        size: bytes.byteLength,
        contentType: 'image/png',
        cacheControl: 'max-age=3600',
        userMetadata: { a: 1 },
      },
    )
    const stored = await files.get(fileKey(file))
    assert.ok(bytes.equals(Buffer.from(await new Response(stored!.body).arrayBuffer())))
  })

test('reserved bytes count as pending, a row makes them used, and deleting the row makes them loose', async () => {
  const file = await receive({ body: randomBytes(10 * KB), headers: { 'content-length': String(10 * KB) } })
  assert.deepEqual(await counts(), { bytes: 0, reserved: 10 * KB, loose: 1 })
  await commit(file)
  assert.deepEqual(await counts(), { bytes: 10 * KB, reserved: 0, loose: 0 })
  await owner.query('delete from storage.objects where pool_id = $1', [pool])
  assert.deepEqual(await counts(), { bytes: 0, reserved: 0, loose: 1 })
})

test('a file whose row could not be written is removed', async () => {
  await dropFile(kernel, await receive({ body: randomBytes(10 * KB) }))
  await nothingLeft()
})

test('[L10] a declared length over the limit is rejected before any byte is read', async () => {
  let read = 0
  const body = new ReadableStream(
    { pull: (controller) => (read++, controller.enqueue(randomBytes(KB))) },
    { highWaterMark: 0 },
  )
  const headers = { 'content-length': String(MAX_BYTES + 1) }
  await assert.rejects(receive({ body, headers }), { status: 413, code: 'EntityTooLarge' })
  const large = {
    'content-length': String(MAX_BYTES + 2_000_000),
    'content-type': 'multipart/form-data; boundary=x',
  }
  await assert.rejects(receive({ body, headers: large }), { status: 413, code: 'EntityTooLarge' })
  assert.equal(read, 0)
  await nothingLeft()
})

test('[L10] a body without a length is counted, and stops at the limit', async () => {
  await assert.rejects(receive({ body: stream(randomBytes(MAX_BYTES + 1)) }), {
    status: 413,
    code: 'EntityTooLarge',
  })
  await assert.rejects(receive({ body: form(randomBytes(MAX_BYTES + 1)) }), {
    status: 413,
    code: 'EntityTooLarge',
  })
  await nothingLeft()
  assert.equal((await receive({ body: stream(randomBytes(MAX_BYTES)) })).size, MAX_BYTES)
  assert.equal((await receive({ body: form(randomBytes(MAX_BYTES)) })).size, MAX_BYTES)
})

test('[L10] an interrupted upload leaves nothing', async () => {
  await assert.rejects(receive({ body: stream(randomBytes(300 * KB), 100 * KB) }), {
    status: 400,
    code: 'Aborted',
  })
  const whole = new Uint8Array(await new Response(form(randomBytes(300 * KB))).arrayBuffer())
  const boundary = /^--(.*)\r\n/.exec(Buffer.from(whole.subarray(0, 200)).toString('latin1'))![1]!
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  assert.equal((await receive({ body: whole, headers })).size, 300 * KB)
  await owner.query('delete from storage.loose_files where pool_id = $1', [pool])
  await files.remove(await keys())
  await assert.rejects(receive({ body: stream(whole, 100 * KB), headers }), { status: 400 })
  // It ends normally, but before its last boundary.
  await assert.rejects(receive({ body: whole.subarray(0, 200 * KB), headers }), { status: 400 })
  await nothingLeft()
})

test('a type that is not accepted is rejected before any byte is stored', async () => {
  const accept = (type: string) => {
    throw Object.assign(new Error(type), { status: 415 })
  }
  await assert.rejects(receive({ body: form(randomBytes(KB)) }, { accept }), {
    status: 415,
    message: 'image/png',
  })
  const headers = { 'content-type': 'text/html' }
  await assert.rejects(receive({ body: randomBytes(KB), headers }, { accept }), {
    status: 415,
    message: 'text/html',
  })
  await nothingLeft()
})

test('[L10] 100 concurrent uploads at the edge of the quota never exceed it, and failed ones release theirs', async () => {
  const size = 30 * KB
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, async (_, i) => {
      const bytes = randomBytes(size)
      const body = i % 3 === 0 ? bytes : i % 3 === 1 ? stream(bytes) : form(bytes)
      const headers: Record<string, string> = i % 3 === 0 ? { 'content-length': String(size) } : {}
      return commit(await receive({ body, headers }))
    }),
  )
  const storedCount = outcomes.filter(({ status }) => status === 'fulfilled').length
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      assert.equal((outcome.reason as { code: string }).code, 'QuotaExceeded')
  assert.deepEqual(await counts(), { bytes: storedCount * size, reserved: 0, loose: 0 })
  assert.ok(storedCount * size <= QUOTA)
  assert.equal((await keys()).length, storedCount)
  // Sequential uploads fill the rest, up to the last one that fits.
  for (let n = storedCount; n < Math.floor(QUOTA / size); n++)
    await commit(await receive({ body: stream(randomBytes(size)) }))
  await assert.rejects(receive({ body: randomBytes(size) }), { code: 'QuotaExceeded' })
  const rest = QUOTA - Math.floor(QUOTA / size) * size
  await commit(await receive({ body: form(randomBytes(rest)) }))
  assert.deepEqual(await counts(), { bytes: QUOTA, reserved: 0, loose: 0 })
  await assert.rejects(receive({ body: stream(randomBytes(1)) }), { code: 'QuotaExceeded' })
  await owner.query('delete from storage.objects where pool_id = $1', [pool])
  assert.equal((await receive({ body: stream(randomBytes(size)) })).size, size)
})

for (const [what, init] of Object.entries<RequestInit>({
  'no boundary': { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
  'no part': { body: '--x--\r\n', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  'no file': {
    body: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  },
  'an interrupted part without a name': {
    body: '--x\r\ncontent-disposition: attachment\r\n\r\nb',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  },
  rubbish: { body: randomBytes(1000), headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  'metadata that is not JSON': { body: form(Buffer.from('x'), { metadata: '{' }) },
  'metadata that is a list': { body: form(Buffer.from('x'), { metadata: '[]' }, true) },
  'metadata with a NUL': { body: form(Buffer.from('x'), { metadata: '{"a":"\\u0000"}' }) },
  'a cache-control of two lines': { body: form(Buffer.from('x'), { cacheControl: 'a\r\nset-cookie: b' }) },
  'x-metadata that is not JSON': { body: 'x', headers: { 'x-metadata': '!!!' } },
}))
  test(`a multipart body or header with ${what} is rejected with a message and leaves nothing`, async () => {
    await assert.rejects(receive(init), { status: 400 })
    await nothingLeft()
  })

test('an empty file is a file', async () => {
  assert.equal((await receive({})).size, 0)
  assert.equal((await receive({ body: form(new Uint8Array()) })).size, 0)
})
