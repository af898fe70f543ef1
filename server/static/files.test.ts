import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createApp } from '#server/app.ts'
import { openPort } from '#testing/open-port.ts'
import { testApp } from '#testing/test-app.ts'
import { compressOnce } from './compress.ts'
import { chosenEncoding } from './encodings.ts'

const { kernel } = await testApp()
const root = mkdtempSync(join(tmpdir(), 'bb-static-'))
after(() => rmSync(root, { recursive: true }))
const SCRIPT = Buffer.from(`export const words = [${'"bread and butter", '.repeat(500)}]`)
const FONT = Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 7919) % 251))
const PAGE = `<!doctype html><script type="application/json" id="bb-config">{}</script>${'<p>Bread</p>'.repeat(200)}`
const files: Record<string, Buffer> = {
  'studio/assets/main-1.js': SCRIPT,
  'studio/assets/small-1.js': Buffer.from('go()'),
  'studio/assets/font-1.woff2': FONT,
  'embed/assets/pay-1.js': SCRIPT,
  'embed/loader/bb.js': SCRIPT,
}
for (const [path, content] of Object.entries(files)) {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), content)
  if (content !== SCRIPT) continue
  // Compressed as in the build.
  const { br, gzip } = compressOnce(content)
  writeFileSync(join(root, `${path}.br`), br)
  writeFileSync(join(root, `${path}.gz`), gzip)
}
const url = await openPort(
  createApp(kernel, {
    folder: root,
    studioPage: PAGE,
    document: () => ({ html: PAGE, scripts: [], styles: [] }),
  }),
)

/** The bytes as transferred; fetch would unpack them. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const asked = request(`${url}${path}`, { method, headers }).end()
  const [answer] = await once(asked, 'response')
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  return {
    status: answer.statusCode as number,
    headers: answer.headers as Record<string, string>,
    body: Buffer.concat(parts),
  }
}

const BROWSER = 'gzip, deflate, br, zstd'
const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync }
const PLACES: [path: string, content: Buffer, cache: RegExp][] = [
  ['/assets/main-1.js', SCRIPT, /^public, max-age=31536000, immutable$/],
  ['/embed-assets/pay-1.js', SCRIPT, /^public, max-age=31536000, immutable$/],
  ['/v1/bb.js', SCRIPT, /^public, max-age=300,/],
]

for (const [path, content, cache] of PLACES)
  test(`${path} is served compressed to clients that accept it, with an ETag per encoding, and 304 to clients that have it`, async () => {
    const tags = new Set<string>()
    for (const [accepted, encoding] of [
      [BROWSER, 'br'],
      ['gzip', 'gzip'],
      ['', undefined],
    ] as const) {
      const { status, headers, body } = await ask(path, { 'accept-encoding': accepted })
      assert.equal(status, 200)
      assert.equal(headers['content-encoding'], encoding)
      assert.deepEqual(encoding ? UNPACK[encoding](body) : body, content)
      if (encoding) assert.ok(body.length < content.length / 10)
      assert.equal(headers['content-length'], String(body.length))
      assert.match(headers['content-type']!, /^text\/javascript/)
      assert.match(headers.vary ?? '', /accept-encoding/i)
      assert.match(headers['cache-control']!, cache)
      tags.add(headers.etag!)

      const known = await ask(path, {
        'accept-encoding': accepted,
        'if-none-match': `"x", W/${headers.etag}`,
      })
      assert.deepEqual([known.status, known.body.length, known.headers.etag], [304, 0, headers.etag])
      assert.match(known.headers.vary ?? '', /accept-encoding/i)
      assert.match(known.headers['cache-control']!, cache)
      const head = await ask(path, { 'accept-encoding': accepted }, 'HEAD')
      assert.deepEqual([head.status, head.body.length, head.headers.etag], [200, 0, headers.etag])
    }
    assert.equal(tags.size, 3)
    assert.equal((await ask(path, { 'if-none-match': '"other"' })).status, 200)
  })

test('the page of the Studio and the pages of blocks are compressed too', async () => {
  for (const path of ['/', '/studio/anything', '/embed/auth'])
    for (const encoding of ['br', 'gzip'] as const) {
      const { headers, body } = await ask(path, { 'accept-encoding': encoding })
      assert.equal(headers['content-encoding'], encoding, path)
      assert.match(headers.vary!, /accept-encoding/)
      assert.match(UNPACK[encoding](body).toString(), /^<!doctype html>/i)
      assert.match(headers['content-type']!, /^text\/html; charset=utf-8$/i)
      assert.match(headers['content-security-policy']!, /script-src 'self'/)
      assert.ok(body.length < PAGE.length / 2)
    }
  const { headers } = await ask('/')
  assert.equal(headers['content-encoding'], undefined)
  assert.equal((await ask('/', { 'if-none-match': headers.etag! })).status, 304)
})

test('images, fonts and small files are not compressed', async () => {
  for (const [path, content] of [
    ['/assets/font-1.woff2', FONT],
    ['/assets/small-1.js', files['studio/assets/small-1.js']!],
  ] as const) {
    const { headers, body } = await ask(path, { 'accept-encoding': BROWSER })
    assert.deepEqual([headers['content-encoding'], headers.vary, body], [undefined, undefined, content], path)
  }
})

test('the compressed versions have no URL', async () => {
  for (const path of [
    '/assets/main-1.js.br',
    '/assets/main-1.js.gz',
    '/v1/bb.js.br',
    '/embed-assets/pay-1.js.gz',
  ])
    assert.equal((await ask(path)).status, 404, path)
})

test('released loaders are compressed', async () => {
  const plain = await ask('/v1.0.1/bb.js')
  const { headers, body } = await ask('/v1.0.1/bb.js', { 'accept-encoding': BROWSER })
  assert.deepEqual([headers['content-encoding'], headers['access-control-allow-origin']], ['br', '*'])
  assert.deepEqual(brotliDecompressSync(body), plain.body)
  assert.match(headers['cache-control']!, /immutable/)
})

test('accepted encodings are read with their weights', () => {
  const cases: [accepted: string | undefined, encoding: string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate, zstd', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, br', 'br'],
    ['GZIP;Q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0, gzip; q=0.000', undefined],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', undefined],
    ['br;q=nonsense', undefined],
    [',,;q=1,', undefined],
  ]
  for (const [accepted, encoding] of cases) assert.equal(chosenEncoding(accepted), encoding, accepted)
})
