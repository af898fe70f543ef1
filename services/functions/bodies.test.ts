// How a function rejects invalid bodies, by the kind of body that its route declares.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { BODY_LIMIT } from '#kernel/http/body.ts'
import { testApp } from '#testing/test-app.ts'
import { BYTES_LIMIT, testFunctions } from '#testing/test-functions.ts'
import type { StreamLog } from '#testing/test-functions.ts'

const log: StreamLog = { received: 0 }
const app = await testApp({ functions: testFunctions(log) })

async function post(path: string, type: string | null, body: BodyInit, more: Record<string, string> = {}) {
  const headers = new Headers({ apikey: app.anonKey, ...more })
  if (type !== null) headers.set('content-type', type)
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  const answer = await app.request(`/functions/v1${path}`, init)
  const text = await answer.text()
  return {
    status: answer.status,
    text,
    code: answer.ok ? '' : (JSON.parse(text) as { code: string }).code,
    answer,
  }
}
const buffer = (size: number) => new Uint8Array(size)
const LARGEST: [path: string, type: string, limit: number][] = [
  ['/echo', 'application/json', BODY_LIMIT],
  ['/text', 'text/plain', BODY_LIMIT],
  ['/form/1', 'application/x-www-form-urlencoded', BODY_LIMIT],
  ['/form/1', 'multipart/form-data; boundary=x', BODY_LIMIT],
  ['/bytes', 'application/octet-stream', BYTES_LIMIT],
  ['/stream', 'application/octet-stream', BYTES_LIMIT],
]

test('[P16] each kind of body has its limit: 1 MB, or the route’s own, enforced by length and while the body arrives', async () => {
  for (const [path, type, limit] of LARGEST) {
    const declared = await post(path, type, buffer(limit + 1), { 'content-length': String(limit + 1) })
    const streamed = await post(path, type, new Blob([buffer(limit + 1)]).stream())
    for (const { status, code, answer } of [declared, streamed]) {
      assert.deepEqual([status, code], [413, 'body_too_large'], `${path} ${type}`)
      assert.equal(answer.headers.get('connection'), 'close')
    }
    const exact = await post(path, type, new Blob([buffer(limit)]).stream())
    assert.notEqual(exact.status, 413, `${path} ${type}`)
  }
  const large = await post('/bytes', 'application/octet-stream', buffer(BYTES_LIMIT))
  assert.equal(large.status, 200)
})

test('[P16] a body that declares a length over the limit is rejected before any byte is read', async () => {
  for (const [path, type, limit] of LARGEST) {
    let pullCount = 0
    const body = new ReadableStream({ pull: () => void pullCount++ }, { highWaterMark: 0 })
    const { status } = await post(path, type, body, { 'content-length': String(limit + 1) })
    assert.deepEqual([status, pullCount], [413, 0], path)
  }
})

test('[P16] a stream that becomes too long fails inside its function', async () => {
  log.ended = undefined
  await post('/stream', 'application/octet-stream', new Blob([buffer(BYTES_LIMIT + 1)]).stream())
  assert.equal(log.ended, 'body_too_large')
})

test('[P04] no kind of body is decompressed: compressed bodies and unknown encodings are 415', async () => {
  const bomb = gzipSync(buffer(10_000_000))
  for (const [path, type] of LARGEST)
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'unheard-of']) {
      const { status } = await post(path, type, bomb, { 'content-encoding': encoding })
      assert.equal(status, 415, `${path} ${encoding}`)
    }
})

test('[P09] a body of another type than the route’s is 415, and the error says what to send', async () => {
  const wrong: [path: string, types: (string | null)[]][] = [
    ['/echo', ['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded', 'application/json; charset=utf-7',
      'application/json, text/plain', 'text/json', 'multipart/form-data; boundary=x', null]],
    ['/text', ['application/json', 'text/html', 'text/plain; charset=utf-16', 'text/plain; charset=utf-7', 'text/plain;charset=utf-8;charset=utf-16']],
    ['/form/1', ['application/json', 'text/plain', 'application/x-www-form-urlencoded; charset=utf-16', 'multipart/mixed; boundary=x', 'multipart/form-datax']],
    ['/bytes', ['application/json', 'image', 'image/', 'imagex/png', 'text/plain', null, 'application/octet-streams']],
    ['/stream', ['image/png', 'text/plain', null]],
  ] // prettier-ignore
  for (const [path, types] of wrong)
    for (const type of types) {
      // A stream, because the platform would give a string a type of its own.
      const { status, text } = await post(path, type, new Blob(['{}']).stream())
      assert.equal(status, 415, `${path} ${type}: ${text}`)
      assert.match(text, /Send \w/)
    }
  for (const type of ['application/json\t; x=y', 'Application/JSON;charset="UTF-8"'])
    assert.equal((await post('/echo', type, '{}')).status, 200, type)
})

test('[G16] invalid text and invalid forms are 400, never 5xx', async () => {
  const part = (head: string, body = 'v') => `--x\r\n${head}\r\n\r\n${body}\r\n`
  const field = 'Content-Disposition: form-data; name="a"'
  const bad: [path: string, type: string, body: BodyInit][] = [
    ['/text', 'text/plain', new Uint8Array([0xff, 0xfe])],
    ['/text', 'text/plain', 'a\0b'],
    ['/form/1', 'application/x-www-form-urlencoded', 'a=%ff'],
    ['/form/1', 'application/x-www-form-urlencoded', 'a=%zz'],
    ['/form/1', 'application/x-www-form-urlencoded', 'a=%00'],
    ['/form/1', 'application/x-www-form-urlencoded', 'id=2'],
    ['/form/1', 'application/x-www-form-urlencoded', 'a&'.repeat(400_000)],
    ['/form/1', 'multipart/form-data', 'x'],
    ['/form/1', 'multipart/form-data; boundary=', 'x'],
    ['/form/1', 'multipart/form-data; boundary=x', 'x'],
    ['/form/1', 'multipart/form-data; boundary=x', part(field)],
    ['/form/1', 'multipart/form-data; boundary=x', `${part('Nonsense')}--x--\r\n`],
    ['/form/1', 'multipart/form-data; boundary=x', `${part('Content-Disposition: form-data')}--x--\r\n`],
    ['/form/1', 'multipart/form-data; boundary=x', `${part(field, 'a\0')}--x--\r\n`],
    [
      '/form/1',
      'multipart/form-data; boundary=x',
      `${part(field).repeat(18_000)}--x--\r\n`.slice(0, 999_000),
    ],
    ['/form/1', 'multipart/form-data; boundary=x', `${part(field).repeat(1001)}--x--\r\n`],
  ]
  for (const [path, type, body] of bad) {
    const startedAt = performance.now()
    const { status, text } = await post(path, type, body)
    assert.equal(status, 400, `${type} ${JSON.stringify(body).slice(0, 60)}: ${text}`)
    assert.ok(performance.now() - startedAt < 2000, `${type} took ${performance.now() - startedAt} ms`)
  }
})

test('[G16] __proto__ and constructor are ordinary names in a form and have no side effects', async () => {
  const { status, text } = await post(
    '/form/1',
    'application/x-www-form-urlencoded',
    '__proto__=x&__proto__=y&constructor=z',
  )
  assert.equal(status, 200)
  assert.match(text, /"constructor":"z"/)
  assert.equal(({} as { x?: unknown }).x, undefined)
})
