import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DetailedError, Upload } from 'tus-js-client'
import type { UploadOptions } from 'tus-js-client'
import { listen } from '#server/start/listen.ts'
import { storageWorld } from '#testing/storage-world.ts'
import type { Person } from '#testing/storage-world.ts'
import { freePorts } from '#testing/test-instance.ts'
import { sweep } from '../removal/sweep.ts'
import { storeParts } from './parts.ts'

const MB = 1024 * 1024
const dataDir = mkdtempSync(join(tmpdir(), 'tus-'))
const world = await storageWorld({
  env: { DATA_DIR: dataDir, STORAGE_FILE_BYTES: String(30 * MB), STORAGE_QUOTA_BYTES: String(60 * MB) },
})
const { kernel, owner } = world.app
const [port] = await freePorts(1)
const server = await listen(world.app.app, '127.0.0.1', port!)
after(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
const collection = `http://127.0.0.1:${port}/storage/v1/upload/resumable`

const shop = await world.tenant()
await shop.creator.storage.createBucket('members', {
  public: false,
  fileSizeLimit: 25 * MB,
  allowedMimeTypes: ['image/*', 'text/plain'],
})
await owner.query('update storage.buckets set member_folders = true where pool_id = $1', [shop.id])
const member = await shop.member()
const other = await shop.member()

interface Given {
  bucket?: string
  name?: string
  metadata?: Record<string, string>
  headers?: Record<string, string>
  options?: Partial<UploadOptions>
}

/** As the official documentation describes it: its metadata names, chunks of 6 MB. */
function tusUpload(who: Person, bytes: Uint8Array, given: Given = {}) {
  const { bucket = 'members', name = `${who.id}/${randomUUID()}.txt` } = given
  let upload!: Upload
  const done = new Promise<Upload>((resolve, reject) => {
    upload = new Upload(Buffer.from(bytes), {
      endpoint: collection,
      headers: { ...who.headers, ...given.headers },
      chunkSize: 6 * MB,
      retryDelays: null,
      uploadDataDuringCreation: true,
      removeFingerprintOnSuccess: true,
      metadata: {
        bucketName: bucket,
        objectName: name,
        contentType: 'text/plain',
        cacheControl: '3600',
        ...given.metadata,
      },
      onError: reject,
      onSuccess: () => resolve(upload),
      ...given.options,
    })
    upload.start()
  })
  return { name, upload, done }
}

async function refusal(done: Promise<unknown>) {
  const error = await done.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof DetailedError)
  const response = error.originalResponse!
  const body = JSON.parse(response.getBody()) as Record<string, string>
  assert.equal(body.statusCode, String(response.getStatus()))
  return [response.getStatus(), body.code, body.message]
}

const ask = (
  who: Person,
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: BodyInit,
) =>
  fetch(url, {
    method,
    headers: { ...who.headers, 'tus-resumable': '1.0.0', ...headers },
    ...(body ? { body } : {}),
  })

const metadataHeader = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** Starts an upload without sending data. @returns its URL */
async function begin(
  who: Person,
  name: string,
  size: number,
  headers: Record<string, string> = {},
): Promise<string> {
  const metadata = metadataHeader({ bucketName: 'members', objectName: name, contentType: 'text/plain' })
  const answer = await ask(who, 'POST', collection, {
    'upload-length': String(size),
    'upload-metadata': metadata,
    ...headers,
  })
  assert.equal(answer.status, 201, await answer.text())
  return new URL(answer.headers.get('location')!, collection).href
}

const patch = (who: Person, url: string, offset: number, body: Uint8Array<ArrayBuffer>) =>
  ask(
    who,
    'PATCH',
    url,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  )

const offsetOf = async (who: Person, url: string) => {
  const answer = await ask(who, 'HEAD', url)
  return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : answer.status
}

const download = async (who: Person, name: string) => {
  const { data } = await who.storage.from('members').download(name)
  return data && Buffer.from(await data.arrayBuffer())
}

const reserved = async () => {
  const { rows } = await owner.query<{ reserved: string }>(
    'select reserved from storage.usage where pool_id = $1',
    [shop.id],
  )
  return Number(rows[0]?.reserved ?? 0)
}

for (const [what, size, chunkSize] of [
  ['in chunks of 6 MB', 20 * MB + 7, 6 * MB],
  ['in one chunk', 20 * MB + 7, Infinity],
  ['without bytes', 0, 6 * MB],
] as const)
  test(`a file ${what} arrives as sent, with its properties`, async () => {
    const bytes = randomBytes(size)
    const metadata = { metadata: '{"of":"mine"}' }
    const { name, done } = tusUpload(member, bytes, { metadata, options: { chunkSize } })
    await done
    assert.ok(bytes.equals((await download(member, name))!))
    const info = (await member.storage.from('members').info(name)).data!
    assert.deepEqual(
      [info.size, info.contentType, info.cacheControl, info.metadata],
      [size, 'text/plain', 'max-age=3600', { of: 'mine' }],
    )
    assert.equal(await reserved(), 0)
    await member.storage.from('members').remove([name])
  })

test('an interrupted upload continues where it stopped, also inside a chunk', async () => {
  const bytes = randomBytes(20 * MB)
  const name = `${member.id}/cut.txt`
  const url = await begin(member, name, bytes.length)
  const cut = new AbortController()
  let sent = 0
  const dying = new ReadableStream({
    pull(controller) {
      if (sent >= 11 * MB) cut.abort()
      else controller.enqueue(bytes.subarray(sent, (sent += 64 * 1024)))
    },
  })
  await assert.rejects(
    fetch(url, {
      method: 'PATCH',
      headers: {
        ...member.headers,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: dying,
      duplex: 'half',
      signal: cut.signal,
    } as RequestInit),
  )
  assert.equal(await download(member, name), null)
  const reached = await offsetOf(member, url)
  assert.ok(reached >= 8 * MB && reached <= 11 * MB + 65_536, `${reached}`)
  await new Promise<void>((resolve, reject) => {
    const rest = new Upload(bytes, {
      uploadUrl: url,
      headers: member.headers,
      chunkSize: 6 * MB,
      onSuccess: () => resolve(),
      onError: reject,
    })
    rest.start()
  })
  assert.ok(bytes.equals((await download(member, name))!))
  await member.storage.from('members').remove([name])
})

test('permission for the name is checked when an upload starts', async () => {
  assert.deepEqual(
    (await refusal(tusUpload(member, randomBytes(10), { name: `${other.id}/a.txt` }).done)).slice(0, 2),
    [403, 'AccessDenied'],
  )
  assert.deepEqual(
    (await refusal(tusUpload(shop.visitor, randomBytes(10), { name: 'a.txt' }).done)).slice(0, 2),
    [403, 'AccessDenied'],
  )
  assert.equal(await reserved(), 0)
})

test('permission is checked again after the last byte; without it, nothing is stored', async () => {
  const name = `${member.id}/late.txt`
  const url = await begin(member, name, 20)
  assert.equal((await patch(member, url, 0, randomBytes(10))).status, 204)
  await owner.query('update storage.buckets set member_folders = false where pool_id = $1', [shop.id])
  const answer = await patch(member, url, 10, randomBytes(10))
  await owner.query('update storage.buckets set member_folders = true where pool_id = $1', [shop.id])
  assert.equal(answer.status, 403)
  assert.equal(answer.headers.get('tus-resumable'), '1.0.0')
  assert.equal(await download(member, name), null)
  assert.equal(await offsetOf(member, url), 404)
  assert.equal(await reserved(), 0)
})

test('[L01] only the client that started an upload can query, continue or delete it', async () => {
  const url = await begin(member, `${member.id}/mine.txt`, 20)
  const stranger = await (await world.tenant()).member()
  for (const who of [
    other,
    shop.visitor,
    shop.creator,
    stranger,
    world.operator(),
    world.operator(shop.id),
  ]) {
    assert.equal(await offsetOf(who, url), 404)
    assert.equal((await patch(who, url, 0, randomBytes(20))).status, 404)
    assert.equal((await ask(who, 'DELETE', url)).status, 404)
  }
  assert.equal(await offsetOf(member, url), 0)
  assert.equal((await ask(member, 'DELETE', url)).status, 204)
  assert.equal(await offsetOf(member, url), 404)
  assert.equal(await reserved(), 0)
})

test('[L10] size, type and quota are checked before any byte arrives', async () => {
  const sized = (size: number, given: Given = {}) =>
    refusal(
      tusUpload(member, new Uint8Array(0), {
        ...given,
        options: { uploadSize: size, uploadDataDuringCreation: false, ...given.options },
      }).done,
    )
  assert.deepEqual(await sized(25 * MB + 1), [
    413,
    'EntityTooLarge',
    'The object exceeded the maximum allowed size',
  ])
  assert.deepEqual(await sized(31 * MB), [
    413,
    'EntityTooLarge',
    'The object exceeded the maximum allowed size',
  ])
  assert.deepEqual(await sized(10, { metadata: { contentType: 'text/html' } }), [
    415,
    'InvalidMimeType',
    'mime type text/html is not supported',
  ])
  const urls = [
    await begin(member, `${member.id}/1.txt`, 25 * MB),
    await begin(member, `${member.id}/2.txt`, 25 * MB),
  ]
  assert.equal(await reserved(), 50 * MB)
  assert.deepEqual((await sized(11 * MB)).slice(0, 2), [413, 'QuotaExceeded'])
  for (const url of urls) await ask(member, 'DELETE', url)
  assert.equal(await reserved(), 0)
})

test('more data than announced is rejected, and so are requests outside the protocol', async () => {
  const url = await begin(member, `${member.id}/exact.txt`, 20)
  assert.equal((await patch(member, url, 0, randomBytes(21))).status, 413)
  assert.equal((await patch(member, url, 7, randomBytes(2))).status, 409)
  assert.equal(
    (
      await ask(member, 'PATCH', url, {
        'upload-offset': '-1',
        'content-type': 'application/offset+octet-stream',
      })
    ).status,
    400,
  )
  assert.equal(
    (await ask(member, 'PATCH', url, { 'upload-offset': '0', 'content-type': 'text/plain' })).status,
    400,
  )
  assert.equal((await ask(member, 'GET', url)).status, 404)
  assert.equal((await ask(member, 'POST', collection)).status, 400)
  assert.equal((await ask(member, 'POST', collection, { 'upload-length': '10' })).status, 400)
  assert.equal(
    (await ask(member, 'POST', collection, { 'upload-length': '1e3', 'upload-metadata': 'a' })).status,
    400,
  )
  assert.equal(
    (await ask(member, 'POST', collection, { 'upload-length': '10', 'upload-metadata': '???' })).status,
    400,
  )
  const deferred = { 'upload-defer-length': '1', 'upload-metadata': metadataHeader({ objectName: 'a' }) }
  assert.equal((await ask(member, 'POST', collection, deferred)).status, 400)
  assert.equal((await ask(member, 'HEAD', `${collection}/..%2f..%2fetc`)).status, 404)
  assert.equal((await ask(member, 'DELETE', url)).status, 204)
})

test('an existing object is replaced only with x-upsert', async () => {
  const name = `${member.id}/again.txt`
  await tusUpload(member, Buffer.from('one'), { name }).done
  assert.deepEqual((await refusal(tusUpload(member, Buffer.from('two'), { name }).done)).slice(0, 2), [
    409,
    'KeyAlreadyExists',
  ])
  await tusUpload(member, Buffer.from('two'), { name, headers: { 'x-upsert': 'true' } }).done
  assert.equal(String(await download(member, name)), 'two')
})

test('of two writers at the same offset, only one succeeds', async () => {
  const bytes = randomBytes(3 * MB)
  const name = `${member.id}/race.txt`
  const url = await begin(member, name, bytes.length)
  const upload = { pool: shop.id, id: url.split('/').at(-1)! }
  async function* body() {
    yield bytes.subarray(0, MB)
  }
  const reached = await Promise.all(Array.from({ length: 4 }, () => storeParts(kernel, upload, 0, body())))
  assert.deepEqual(
    reached.filter((offset) => offset !== undefined),
    [MB],
  )
  assert.equal(await offsetOf(member, url), MB)
  assert.equal((await patch(member, url, MB, bytes.subarray(MB))).status, 204)
  assert.ok(bytes.equals((await download(member, name))!))
})

test('after a process is killed at the last byte, the next request completes the upload', async () => {
  const bytes = randomBytes(MB)
  const name = `${member.id}/last.txt`
  const url = await begin(member, name, bytes.length)
  async function* body() {
    yield bytes
  }
  await storeParts(kernel, { pool: shop.id, id: url.split('/').at(-1)! }, 0, body())
  assert.equal(await download(member, name), null)
  const heads = await Promise.all([offsetOf(member, url), offsetOf(member, url)])
  assert.deepEqual(heads, [MB, MB])
  assert.ok(bytes.equals((await download(member, name))!))
  assert.equal(await reserved(), 0)
})

test('an upload that is not continued for a day is removed, and its quota is released', async () => {
  const url = await begin(member, `${member.id}/old.txt`, 20)
  await patch(member, url, 0, randomBytes(10))
  await owner.query(
    "update storage.resumable_uploads set created_at = now() - interval '25 hours', expires_at = now() - interval '1 hour' where pool_id = $1",
    [shop.id],
  )
  assert.equal(await offsetOf(member, url), 410)
  await sweep(kernel)
  assert.equal(await offsetOf(member, url), 404)
  assert.equal(await reserved(), 0)
  const loose = await owner.query('select from storage.loose_files where pool_id = $1', [shop.id])
  assert.equal(loose.rowCount, 0)
})

test('[L03] a signed upload accepts one name, for writing, from anyone with its token', async () => {
  const files = member.storage.from('members')
  const name = `${member.id}/signed.txt`
  const { data } = await files.createSignedUploadUrl(name)
  const sign = (token: string) => ({
    headers: { 'x-signature': token },
    options: { endpoint: `${collection}/sign` },
  })
  const anonymous: Person = { ...world.stranger, headers: {} }
  await tusUpload(anonymous, Buffer.from('signed'), { name, ...sign(data!.token) }).done
  assert.equal(String(await download(member, name)), 'signed')
  const { data: info } = await files.info(name)
  assert.equal(info?.size, 6)
  const another = `${member.id}/another.txt`
  assert.equal(
    (await refusal(tusUpload(anonymous, randomBytes(1), { name: another, ...sign(data!.token) }).done))[0],
    400,
  )
  assert.equal(
    (
      await refusal(tusUpload(anonymous, randomBytes(1), { name, bucket: 'else', ...sign(data!.token) }).done)
    )[0],
    400,
  )
  const read = new URL((await files.createSignedUrl(name, 60)).data!.signedUrl).searchParams.get('token')!
  assert.equal((await refusal(tusUpload(anonymous, randomBytes(1), { name, ...sign(read) }).done))[0], 400)
  assert.equal((await refusal(tusUpload(anonymous, randomBytes(1), { name, ...sign('a.b.c') }).done))[0], 400)
  assert.equal((await ask(anonymous, 'POST', `${collection}/sign`, { 'upload-length': '1' })).status, 400)
  // An upload started with a token is not accessible without it.
  const { data: open } = await files.createSignedUploadUrl(another)
  const startResponse = await ask(anonymous, 'POST', `${collection}/sign`, {
    'x-signature': open!.token,
    'upload-length': '5',
    'upload-metadata': metadataHeader({
      bucketName: 'members',
      objectName: another,
      contentType: 'text/plain',
    }),
  })
  assert.equal(startResponse.status, 201)
  const url = new URL(startResponse.headers.get('location')!, collection).href
  for (const address of [url, url.replace('/sign/', '/')]) {
    assert.ok([400, 401, 404].includes((await ask(anonymous, 'HEAD', address)).status))
    assert.ok(
      [400, 404].includes((await ask(member, 'HEAD', address, { 'x-signature': data!.token })).status),
    )
  }
  assert.equal(
    (await ask(anonymous, 'HEAD', url, { 'x-signature': open!.token })).headers.get('upload-offset'),
    '0',
  )
})

test('OPTIONS describes the supported protocol, and browsers may use it', async () => {
  const plain = await fetch(collection, { method: 'OPTIONS' })
  assert.equal(plain.status, 204)
  assert.equal(plain.headers.get('tus-version'), '1.0.0')
  assert.equal(plain.headers.get('tus-extension'), 'creation,creation-with-upload,termination,expiration')
  assert.equal(plain.headers.get('tus-max-size'), String(30 * MB))
  const preflight = await fetch(collection, {
    method: 'OPTIONS',
    headers: { origin: 'https://a.example', 'access-control-request-method': 'PATCH' },
  })
  const allowed = preflight.headers.get('access-control-allow-headers') ?? ''
  for (const header of [
    'tus-resumable',
    'upload-offset',
    'upload-length',
    'upload-metadata',
    'x-signature',
    'x-upsert',
  ])
    assert.ok(allowed.includes(header), header)
  const url = await begin(member, `${member.id}/cors.txt`, 1)
  const exposed = (await ask(member, 'HEAD', url)).headers.get('access-control-expose-headers') ?? ''
  for (const header of ['upload-offset', 'upload-length', 'location', 'tus-resumable'])
    assert.ok(exposed.includes(header), header)
})
