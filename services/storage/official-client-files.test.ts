import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { StorageError } from '@supabase/storage-js'
import sharp from 'sharp'
import { storageWorld } from '#testing/storage-world.ts'

// Uses only the official client.
const world = await storageWorld()
const { storage } = world.operator()
await storage.createBucket('files')
await storage.createBucket('open', { public: true })
const files = storage.from('files')
const folder = () => randomUUID()
const of = (error: StorageError | null) => error && [error.statusCode, error.status, error.message]
const text = async (path: string) => (await files.download(path)).data?.text()

test('[S7-107] [S7-108] [S9-048] every kind of file body is uploaded and downloaded unchanged', async () => {
  const at = folder()
  const form = new FormData()
  form.append('file', new Blob(['a form'], { type: 'text/css' }), 'style.css')
  const bytes = randomBytes(300_000)
  const bodies: Record<string, [body: Parameters<typeof files.upload>[1], type: string, back: Buffer]> = {
    text: ['words', 'text/plain;charset=UTF-8', Buffer.from('words')],
    buffer: [bytes, 'text/plain;charset=UTF-8', bytes],
    'array buffer': [new Uint8Array(bytes).buffer, 'text/plain;charset=UTF-8', bytes],
    blob: [new Blob(['a blob'], { type: 'text/markdown' }), 'text/markdown', Buffer.from('a blob')],
    file: [new File(['a file'], 'ü.txt', { type: 'text/html' }), 'text/html', Buffer.from('a file')],
    form: [form, 'text/css', Buffer.from('a form')],
    stream: [new Blob([bytes]).stream(), 'text/plain;charset=UTF-8', bytes],
    'stream of node': [
      Readable.toWeb(Readable.from([bytes])) as ReadableStream<Uint8Array>,
      'text/plain;charset=UTF-8',
      bytes,
    ],
    nothing: ['', 'text/plain;charset=UTF-8', Buffer.alloc(0)],
  }
  for (const [kind, [body, type, back]] of Object.entries(bodies)) {
    const path = `${at}/${kind}`
    const { data, error } = await files.upload(path, body)
    assert.equal(error, null, kind)
    assert.deepEqual([data?.path, data?.fullPath], [path, `files/${path}`])
    const info = (await files.info(path)).data!
    assert.deepEqual(
      [info.id, info.contentType, info.size, info.cacheControl],
      [data?.id, type, back.length, 'max-age=3600'],
      kind,
    )
    const blob = (await files.download(path)).data!
    assert.deepEqual(Buffer.from(await blob.arrayBuffer()), back, kind)
    assert.equal(blob.type, type.toLowerCase(), kind)
  }
})

test('info returns the properties from the upload, flat and without updated_at', async () => {
  const path = `${folder()}/a.json`
  const options = {
    contentType: 'application/json',
    cacheControl: '60',
    metadata: { by: 'Ada', tags: ['ä'] },
  }
  const { data } = await files.upload(path, '{}', options)
  const info = (await files.info(path)).data!
  const { version, lastModified, createdAt, etag, ...row } = info
  assert.deepEqual(row, {
    id: data!.id,
    name: path,
    bucketId: 'files',
    size: 2,
    contentType: 'application/json',
    contentEncoding: null,
    cacheControl: 'max-age=60',
    metadata: { by: 'Ada', tags: ['ä'] },
  })
  assert.match(version, /^[0-9a-f-]{36}$/)
  assert.match(etag!, /^"\w+"$/)
  for (const instant of [lastModified, createdAt]) assert.ok(!Number.isNaN(Date.parse(String(instant))))
  const sameVersion = await files.info(path, { versionId: version })
  assert.equal(sameVersion.error, null)
  assert.equal(of((await files.info(path, { versionId: randomUUID() })).error)?.[0], '404')
  await files.upload(`${path}.blob`, new Blob(['{}']), { metadata: { by: 'Bo' } })
  assert.deepEqual((await files.info(`${path}.blob`)).data?.metadata, { by: 'Bo' })
})

test('exists returns the result without an error', async () => {
  const path = `${folder()}/a`
  assert.equal((await files.exists(path)).data, false)
  await files.upload(path, 'x')
  assert.deepEqual(await files.exists(path), { data: true, error: null })
})

test('a name can be used once; upsert and update replace the file under the same id', async () => {
  const path = `${folder()}/a`
  const first = (await files.upload(path, 'one')).data!
  assert.deepEqual(of((await files.upload(path, 'two')).error), ['409', 409, 'The resource already exists'])
  assert.equal(await text(path), 'one')
  assert.equal((await files.upload(path, 'three', { upsert: true })).data?.id, first.id)
  assert.equal(await text(path), 'three')
  assert.equal((await files.update(path, new Blob(['four']))).data?.id, first.id)
  assert.equal(await text(path), 'four')
  const { data } = await files.update(`${path}-new`, 'five', { contentType: 'text/csv', metadata: { a: 1 } })
  assert.equal(data?.path, `${path}-new`)
  assert.deepEqual((await files.info(`${path}-new`)).data?.metadata, { a: 1 })
})

test('uploads to a missing bucket, an empty name or with an invalid encoding are rejected', async () => {
  assert.deepEqual(of((await storage.from('nowhere').upload('a', 'x')).error), [
    '404',
    404,
    'Bucket not found',
  ])
  assert.equal(of((await files.upload('', 'x')).error)?.[0], '400')
  assert.equal(of((await files.upload('ü', 'x')).error)?.[0], '400')
  assert.equal(of((await files.upload(`${folder()}/a`, 'x', { contentEncoding: 'rot13' })).error)?.[0], '400')
  assert.equal(of((await files.upload(`${folder()}/a`, 'x', { contentType: 'no type' })).error)?.[0], '415')
})

test('[S8-114] a download can be a stream, with the same errors', async () => {
  const path = `${folder()}/a`
  await files.upload(path, 'streamed')
  const { data } = await files.download(path).asStream()
  assert.equal(await new Response(data).text(), 'streamed')
  assert.deepEqual(of((await files.download(`${path}/b`)).error), ['404', 404, 'Object not found'])
  assert.deepEqual(of((await storage.from('nowhere').download('a')).error), ['404', 404, 'Bucket not found'])
})

test('[S7-111] a file moves within its bucket and to another; a taken name and a missing file are rejected', async () => {
  const at = folder()
  await files.upload(`${at}/a`, 'moved', { metadata: { kept: true } })
  await files.upload(`${at}/taken`, 'x')
  assert.equal((await files.move(`${at}/a`, `${at}/b`)).data?.message, 'Successfully moved')
  assert.deepEqual([await text(`${at}/a`), await text(`${at}/b`)], [undefined, 'moved'])
  assert.equal((await files.move(`${at}/b`, `${at}/c`, { destinationBucket: 'open' })).error, null)
  const open = storage.from('open')
  assert.equal(await (await open.download(`${at}/c`)).data?.text(), 'moved')
  assert.deepEqual((await open.info(`${at}/c`)).data?.metadata, { kept: true })
  assert.deepEqual(of((await open.move(`${at}/c`, `${at}/taken`, { destinationBucket: 'files' })).error), [
    '409',
    409,
    'The resource already exists',
  ])
  assert.deepEqual(of((await files.move(`${at}/none`, `${at}/d`)).error), ['404', 404, 'Object not found'])
  assert.deepEqual(of((await files.move(`${at}/taken`, `${at}/d`, { destinationBucket: 'nowhere' })).error), [
    '404',
    404,
    'Bucket not found',
  ])
})

test('[S7-110] a file is copied, with its properties or with others', async () => {
  const at = folder()
  await files.upload(`${at}/a`, 'copied', { cacheControl: '7', metadata: { by: 'Ada' } })
  assert.deepEqual((await files.copy(`${at}/a`, `${at}/b`)).data, { path: `files/${at}/b` })
  assert.deepEqual((await files.copy(`${at}/a`, `${at}/c`, { destinationBucket: 'open' })).data, {
    path: `open/${at}/c`,
  })
  await files.copy(`${at}/a`, `${at}/d`, { copyMetadata: false, metadata: { mimetype: 'text/csv' } })
  const propertiesOf = async (path: string) => {
    const { contentType, cacheControl, metadata } = (await files.info(path)).data!
    return [contentType, cacheControl, metadata]
  }
  assert.deepEqual(await propertiesOf(`${at}/b`), ['text/plain;charset=UTF-8', 'max-age=7', { by: 'Ada' }])
  assert.deepEqual(await propertiesOf(`${at}/d`), ['text/csv', 'max-age=7', {}])
  await files.remove([`${at}/a`])
  assert.equal(await text(`${at}/b`), 'copied')
  assert.equal(await (await storage.from('open').download(`${at}/c`)).data?.text(), 'copied')
  assert.deepEqual(of((await files.copy(`${at}/b`, `${at}/d`)).error), [
    '409',
    409,
    'The resource already exists',
  ])
  assert.deepEqual(of((await files.copy(`${at}/none`, `${at}/e`)).error), ['404', 404, 'Object not found'])
})

test('[S7-113] up to a thousand files are removed in one call; missing ones are ignored', async () => {
  const at = folder()
  for (const name of ['a', 'b', 'c']) await files.upload(`${at}/${name}`, name)
  const { version } = (await files.info(`${at}/c`)).data!
  const removed = await files.remove([
    `${at}/a`,
    `${at}/none`,
    { path: `${at}/b`, versionId: randomUUID() },
    { path: `${at}/c`, versionId: version },
  ])
  assert.deepEqual(removed.data?.map(({ name }) => name).sort(), [`${at}/a`, `${at}/c`])
  assert.equal(await text(`${at}/b`), 'b')
  assert.equal(of((await files.remove(Array.from({ length: 1001 }, (_, i) => `x/${i}`))).error)?.[0], '400')
})

test('[S7-109] a signed URL serves a file for a limited time, with a download name', async () => {
  const path = `${folder()}/a b.txt`
  await files.upload(path, 'signed')
  const { data } = await files.createSignedUrl(path, 60, { download: 'ä "b".txt' })
  const answer = await world.app.fetch(data!.signedUrl)
  assert.equal(await answer.text(), 'signed')
  assert.equal(
    answer.headers.get('content-disposition'),
    `attachment; filename="_ _b_.txt"; filename*=UTF-8''%C3%A4%20%22b%22.txt`,
  )
  assert.deepEqual(of((await files.createSignedUrl(`${path}/none`, 60)).error), [
    '404',
    404,
    'Object not found',
  ])
  assert.equal(of((await files.createSignedUrl(path, 0)).error)?.[0], '400')
  const many = (await files.createSignedUrls([path, 'none'], 60, { download: true })).data!
  assert.equal(await (await world.app.fetch(many[0]!.signedUrl!)).text(), 'signed')
  assert.deepEqual(many[1], {
    error: 'Either the object does not exist or you do not have access to it',
    path: 'none',
    signedURL: null,
    signedUrl: null,
  })
})

test('a signed upload URL accepts one file, without a key', async () => {
  const path = `${folder()}/a.txt`
  const { data } = await files.createSignedUploadUrl(path)
  const anonymous = world.stranger.storage.from('files')
  assert.deepEqual(
    (await anonymous.uploadToSignedUrl(path, data!.token, 'first', { metadata: { a: 1 } })).data,
    { path, fullPath: `files/${path}` },
  )
  assert.deepEqual(of((await anonymous.uploadToSignedUrl(path, data!.token, 'second')).error), [
    '409',
    409,
    'The resource already exists',
  ])
  assert.deepEqual(of((await files.createSignedUploadUrl(path)).error), [
    '409',
    409,
    'The resource already exists',
  ])
  const again = (await files.createSignedUploadUrl(path, { upsert: true })).data!
  assert.equal((await anonymous.uploadToSignedUrl(path, again.token, new Blob(['third']))).error, null)
  assert.equal(await text(path), 'third')
})

test('a public URL serves a file of a public bucket, and of no other', async () => {
  const path = `${folder()}/a.txt`
  for (const bucket of ['open', 'files']) await storage.from(bucket).upload(path, 'public')
  const { publicUrl } = storage.from('open').getPublicUrl(path, { download: true }).data
  const answer = await world.app.fetch(publicUrl)
  assert.equal(await answer.text(), 'public')
  assert.equal(answer.headers.get('content-disposition'), 'attachment')
  const other = await world.app.fetch(files.getPublicUrl(path).data.publicUrl)
  assert.equal(other.status, 404)
})

test('an image is served in another size, by every kind of access', async () => {
  const path = `${folder()}/a.png`
  const image = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const open = storage.from('open')
  await open.upload(path, image, { contentType: 'image/png' })
  const transform = { width: 10, format: 'origin' as const }
  const sizeOf = async (bytes: ArrayBuffer) => {
    const { width, height, format } = await sharp(Buffer.from(bytes)).metadata()
    return [width, height, format]
  }
  const expected = [10, 5, 'png']
  const downloaded = (await open.download(path, { transform })).data!
  assert.deepEqual(await sizeOf(await downloaded.arrayBuffer()), expected)
  const { publicUrl } = open.getPublicUrl(path, { transform }).data
  assert.deepEqual(await sizeOf(await (await world.app.fetch(publicUrl)).arrayBuffer()), expected)
  const { signedUrl } = (await open.createSignedUrl(path, 60, { transform })).data!
  assert.match(signedUrl, /\/render\/image\/sign\//)
  const signed = await world.app.fetch(`${signedUrl}&width=39`)
  assert.equal(signed.headers.get('x-transformations'), 'width:10,resizing_type:fill')
  assert.deepEqual(await sizeOf(await signed.arrayBuffer()), expected)
  assert.equal(of((await open.createSignedUrl(path, 60, { transform: { width: 0.5 } })).error)?.[0], '400')
})
