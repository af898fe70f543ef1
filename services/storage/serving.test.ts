import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { test } from 'node:test'
import sharp from 'sharp'
import { storageWorld } from '#testing/storage-world.ts'

const world = await storageWorld()
const { app } = world
const a = await world.tenant()
for (const bucket of ['open', 'private'])
  await a.creator.storage.createBucket(bucket, { public: bucket === 'open' })
const bytes = randomBytes(1000)
for (const bucket of ['open', 'private']) {
  const files = a.creator.storage.from(bucket)
  await files.upload('film.mp4', bytes, { contentType: 'video/mp4', cacheControl: '3600' })
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#393' } })
    .png()
    .toBuffer()
  await files.upload('picture.png', picture, { contentType: 'image/png' })
}
const PUBLIC = `/object/public/${a.public_key}/open`
const OWN = '/object/private'
const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  world.ask(path.includes('public') ? undefined : a.creator, path, { method, headers })
const body = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

test('ranges: one part, the beginning, the end; an invalid one is ignored; one beyond the end is 416', async () => {
  const parts: [range: string, start: number, end: number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=990-', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=5-100000', 5, 999],
  ]
  for (const [range, start, end] of parts) {
    const answer = await read(`${OWN}/film.mp4`, { range })
    assert.equal(answer.status, 206, range)
    assert.equal(answer.headers.get('content-range'), `bytes ${start}-${end}/1000`)
    assert.equal(answer.headers.get('content-length'), String(end - start + 1))
    assert.deepEqual(await body(answer), bytes.subarray(start, end + 1))
  }
  for (const range of [
    'bytes=5-1',
    'bytes=',
    'bytes=-',
    'lines=1-2',
    'bytes=0-1,5-6',
    'bytes=a-b',
    'bytes=0-1 ; x',
  ]) {
    const answer = await read(`${OWN}/film.mp4`, { range })
    assert.deepEqual([answer.status, (await body(answer)).length], [200, 1000], range)
  }
  for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0']) {
    const answer = await read(`${OWN}/film.mp4`, { range })
    assert.deepEqual([answer.status, answer.headers.get('content-range')], [416, 'bytes */1000'], range)
    assert.equal((await answer.json()).error, 'invalid_range')
  }
})

test('conditions: a cached file is not sent again, and a range only of the same version', async () => {
  const { headers } = await read(`${PUBLIC}/film.mp4`, {}, 'HEAD')
  const etag = headers.get('etag')!
  const modified = headers.get('last-modified')!
  assert.equal(headers.get('content-length'), '1000')
  const before = new Date(Date.parse(modified) - 5000).toUTCString()
  const cases: [headers: Record<string, string>, status: number][] = [
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': `"x", W/${etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"x"' }, 200],
    [{ 'if-none-match': '"x"', 'if-modified-since': modified }, 200],
    [{ 'if-modified-since': modified }, 304],
    [{ 'if-modified-since': before }, 200],
    [{ 'if-modified-since': 'yesterday' }, 200],
    [{ 'if-match': etag }, 200],
    [{ 'if-match': '"x"' }, 412],
    [{ 'if-match': `W/${etag}` }, 412],
    [{ 'if-unmodified-since': before }, 412],
    [{ 'if-unmodified-since': modified }, 200],
    [{ range: 'bytes=0-1', 'if-range': etag }, 206],
    [{ range: 'bytes=0-1', 'if-range': `W/${etag}` }, 200],
    [{ range: 'bytes=0-1', 'if-range': '"x"' }, 200],
    [{ range: 'bytes=0-1', 'if-range': modified }, 206],
    [{ range: 'bytes=0-1', 'if-range': before }, 200],
  ]
  for (const [conditions, status] of cases) {
    const answer = await read(`${PUBLIC}/film.mp4`, conditions)
    assert.equal(answer.status, status, JSON.stringify(conditions))
    if (status !== 304) continue
    assert.equal((await body(answer)).length, 0)
    assert.equal(answer.headers.get('etag'), etag)
    assert.equal(answer.headers.get('content-length'), null)
  }
})

test('[L06] HEAD, ranges, conditions, images and info require the same permission as the file, at that moment', async () => {
  const member = await a.member()
  const files = member.storage.from('private')
  await app.owner.query(
    `create policy shared on storage.objects for select to end_user using (bucket_id = 'private' and name like 'picture%')`,
  )
  const known = await world.ask(member, `${OWN}/picture.png`)
  const etag = known.headers.get('etag')!
  const modified = known.headers.get('last-modified')!
  await known.arrayBuffer()
  const requests: [path: string, init: RequestInit, allowed: number][] = [
    [`${OWN}/picture.png`, {}, 200],
    ['/object/authenticated/private/picture.png', {}, 200],
    [`${OWN}/picture.png`, { method: 'HEAD' }, 200],
    [`${OWN}/picture.png`, { headers: { range: 'bytes=0-3' } }, 206],
    [`${OWN}/picture.png`, { headers: { range: 'bytes=0-3', 'if-range': etag } }, 206],
    [`${OWN}/picture.png`, { headers: { 'if-none-match': etag } }, 304],
    [`${OWN}/picture.png`, { method: 'HEAD', headers: { 'if-none-match': etag } }, 304],
    [`${OWN}/picture.png`, { headers: { 'if-modified-since': modified } }, 304],
    [`${OWN}/picture.png`, { headers: { 'if-match': '"x"' } }, 412],
    [`${OWN}/picture.png?download=x`, {}, 200],
    ['/object/info/private/picture.png', {}, 200],
    ['/object/info/authenticated/private/picture.png', {}, 200],
    ['/render/image/authenticated/private/picture.png?width=4', {}, 200],
    ['/render/image/authenticated/private/picture.png?width=4', { method: 'HEAD' }, 200],
  ]
  for (const [path, init, status] of requests)
    assert.equal((await world.ask(member, path, init)).status, status, path)
  assert.equal((await files.exists('picture.png')).data, true)
  await app.owner.query('drop policy shared on storage.objects')
  for (const [path, init] of requests) {
    const answer = await world.ask(member, path, init)
    assert.equal(answer.status, 404, `${path} ${JSON.stringify(init)}`)
    for (const name of ['etag', 'last-modified', 'content-range', 'content-disposition'])
      assert.equal(answer.headers.get(name), null, name)
  }
  assert.equal((await files.exists('picture.png')).data, false)
})

/** Files that an attacker might store here, with their declared types. */
const HOSTILE: [name: string, type: string, text: string, shown: boolean][] = [
  ['page.html', 'text/html', '<script>alert(1)</script>', false],
  ['page.html', 'TEXT/HTML; charset=utf-8', '<script>alert(1)</script>', false],
  ['page.xhtml', 'application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>', false],
  ['drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', false],
  ['drawing.svg', 'image/svg', '<svg onload="alert(1)"/>', false],
  ['feed.xml', 'text/xml', '<x/>', false],
  ['sheet.xsl', 'application/xslt+xml', '<x/>', false],
  ['code.js', 'text/javascript', 'alert(1)', false],
  ['code.wasm', 'application/wasm', 'asm', false],
  ['style.css', 'text/css', '*{}', false],
  ['data.json', 'application/json', '{}', false],
  ['cat.gif', 'image/gif', 'GIF89a/*<script>alert(1)</script>*/=1', true],
  ['cat.jpg.html', 'image/jpeg', '<script>alert(1)</script>', true],
  ['cat.html.jpg', 'text/html', '<script>alert(1)</script>', false],
  ['words.txt', 'text/plain', '<script>alert(1)</script>', true],
  ['paper.pdf', 'application/pdf', '%PDF-1.7', true],
  ['song.mp3', 'audio/mpeg', 'ID3', true],
  ['unknown', 'x/y', '<script>', false],
  ['multi', 'multipart/x-mixed-replace; boundary=a', '--a', false],
]

test('[L08] user-supplied files never execute: served with their declared type, sandboxed, never sniffed', async () => {
  for (const [name, type, text, shown] of HOSTILE) {
    for (const bucket of ['open', 'private']) {
      const { error } = await a.creator.storage
        .from(bucket)
        .upload(name, text, { contentType: type, upsert: true })
      assert.equal(error, null, type)
    }
    const { signedUrl } = (await a.creator.storage.from('private').createSignedUrl(name, 60)).data!
    const answers = [
      await read(`${PUBLIC}/${name}`),
      await read(`${OWN}/${name}`),
      await app.fetch(signedUrl),
    ]
    for (const { headers } of answers) {
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(headers.get('content-security-policy')!, /^default-src 'none';.*; sandbox$/)
      assert.ok(!headers.get('content-security-policy')!.includes('allow-'))
      assert.equal(headers.get('content-disposition'), shown ? 'inline' : 'attachment', type)
      assert.equal(headers.get('content-type')?.toLowerCase(), type.toLowerCase())
    }
  }
})

test('[L08] an invalid type, or one that the bucket does not allow, is rejected', async () => {
  await a.creator.storage.createBucket('pictures', {
    public: true,
    allowedMimeTypes: ['image/*', 'application/pdf'],
  })
  const files = a.creator.storage.from('pictures')
  const refused = async (type: string, statusCode = '415') => {
    for (const file of ['x', new Blob(['x'], { type })]) {
      if (typeof file !== 'string' && !file.type) continue
      const { error } = await files.upload('a', file, { contentType: type })
      assert.equal(error?.statusCode, statusCode, type)
      assert.equal(error?.message, `mime type ${type} is not supported`)
    }
  }
  await refused('text/html')
  await refused('imag/png')
  await refused('image')
  assert.equal((await files.upload('a.png', 'x', { contentType: 'image/png' })).error, null)
  assert.equal((await files.upload('a.pdf', 'x', { contentType: 'application/pdf; x=y' })).error, null)
  // Moves and copies enforce the same rules as uploads.
  const open = a.creator.storage.from('open')
  for (const method of ['move', 'copy'] as const) {
    const { error } = await open[method]('page.html', 'page.html', { destinationBucket: 'pictures' })
    assert.equal(error?.statusCode, '415', method)
  }
})

test('a row with values that are not valid in headers is served safely', async () => {
  const files = a.creator.storage.from('private')
  await files.upload('odd', 'odd', { upsert: true })
  const odd = {
    mimetype: 'text/html\r\nx: y',
    cacheControl: 'a\nb',
    eTag: 5,
    size: 'big',
    lastModified: 'never',
    contentEncoding: 'evil',
  }
  await app.owner.query(`update storage.objects set metadata = $1 where name = 'odd'`, [odd])
  const answer = await read(`${OWN}/odd`)
  assert.equal(await answer.text(), 'odd')
  assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
  assert.match(answer.headers.get('etag')!, /^"[0-9a-f-]{36}"$/)
  assert.equal((await files.info('odd')).error, null)
})

test('[L16] files that require a token, and errors, are never cached; public files say for how long', async () => {
  const files = a.creator.storage.from('private')
  const { signedUrl } = (await files.createSignedUrl('film.mp4', 60)).data!
  const cacheOf = async (answer: Response | Promise<Response>) => (await answer).headers.get('cache-control')
  const NONE = 'private, no-store'
  const conditions: Record<string, string>[] = [
    {},
    { range: 'bytes=0-1' },
    { 'if-none-match': '*' },
    { range: 'bytes=9999-' },
    { 'if-match': '"x"' },
  ]
  for (const headers of conditions)
    assert.equal(await cacheOf(read(`${OWN}/film.mp4`, headers)), NONE, JSON.stringify(headers))
  assert.equal(await cacheOf(read(`${OWN}/film.mp4`, {}, 'HEAD')), NONE)
  assert.equal(await cacheOf(read(`${OWN}/none`)), NONE)
  assert.equal(await cacheOf(read('/object/info/private/film.mp4')), NONE)
  assert.equal(await cacheOf(read('/render/image/authenticated/private/picture.png?width=4')), NONE)
  assert.equal(await cacheOf(world.ask(undefined, `${OWN}/film.mp4`)), NONE)
  assert.equal(await cacheOf(world.ask(a.visitor, `${OWN}/film.mp4`)), NONE)
  assert.equal(await cacheOf(world.ask(undefined, `${PUBLIC}/none`)), NONE)
  assert.equal(await cacheOf(app.fetch(`${signedUrl}x`)), NONE)
  assert.match((await cacheOf(app.fetch(signedUrl)))!, /^private, max-age=\d+$/)
  assert.equal(await cacheOf(read(`${PUBLIC}/film.mp4`)), 'public, max-age=3600')
  // The bucket is no longer public: from the next request on, neither are its files.
  await a.creator.storage.updateBucket('open', { public: false })
  assert.deepEqual(
    [
      (await read(`${PUBLIC}/film.mp4`, { 'if-none-match': '*' })).status,
      await cacheOf(read(`${PUBLIC}/film.mp4`)),
    ],
    [404, NONE],
  )
  await a.creator.storage.updateBucket('open', { public: true })
})

test('[L16] one public URL can mean different files of different tenants: Vary lists the headers that decide', async () => {
  const b = await world.tenant()
  await b.creator.storage.createBucket('open', { public: true })
  await b.creator.storage.from('open').upload('film.mp4', 'of the other', { cacheControl: '3600' })
  const address = '/object/public/open/film.mp4'
  for (const who of [a.visitor, b.visitor]) {
    const whole = await world.ask(who, address)
    assert.equal((await body(whole)).equals(bytes), who === a.visitor)
    const known = { 'if-none-match': whole.headers.get('etag')! }
    for (const answer of [whole, await world.ask(who, address, { headers: known })]) {
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=3600')
      assert.equal(answer.headers.get('vary'), 'apikey, authorization, x-bb-pool')
    }
  }
  const image = await world.ask(a.visitor, '/render/image/public/open/picture.png?width=4')
  assert.equal(image.headers.get('vary'), 'apikey, authorization, x-bb-pool, accept')
})

test('encoded bytes are served with the name of their encoding', async () => {
  const packed = gzipSync('packed words')
  await a.creator.storage.from('open').upload('packed.txt', packed, { contentEncoding: 'gzip' })
  const answer = await read(`${PUBLIC}/packed.txt`)
  assert.equal(answer.headers.get('content-encoding'), 'gzip')
  assert.deepEqual(await body(answer), packed)
})

test('pages of every origin can read files, and send the client’s headers', async () => {
  const preflight = await app.request('/storage/v1/object/private/a', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'apikey,x-upsert',
    },
  })
  assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
  const allowed = preflight.headers.get('access-control-allow-headers')!.toLowerCase().split(',')
  for (const header of [
    'authorization',
    'apikey',
    'x-client-info',
    'x-upsert',
    'x-metadata',
    'cache-control',
    'content-type',
    'content-encoding',
    'range',
    'if-none-match',
    'x-bb-pool',
  ])
    assert.ok(allowed.includes(header), header)
  const answer = await read(`${PUBLIC}/film.mp4`)
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.match(answer.headers.get('access-control-expose-headers')!, /content-range.*etag/)
  assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin')
})
