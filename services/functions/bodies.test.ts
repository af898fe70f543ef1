// How a function rejects invalid bodies.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { BODY_LIMIT } from '#kernel/http/body.ts'
import { testApp } from '#testing/test-app.ts'
import { testFunctions } from '#testing/test-functions.ts'

const app = await testApp({ functions: testFunctions() })
const JSON_TYPE = 'application/json'

async function post(type: string | null, body: BodyInit, more: Record<string, string> = {}) {
  const headers = new Headers({ apikey: app.anonKey, ...more })
  if (type !== null) headers.set('content-type', type)
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  const answer = await app.request('/functions/v1/echo', init)
  const text = await answer.text()
  return {
    status: answer.status,
    text,
    code: answer.ok ? '' : (JSON.parse(text) as { code: string }).code,
    answer,
  }
}
const buffer = (size: number) => new Uint8Array(size)

test('[P16] a body has at most 1 MB, enforced by length and while the body arrives', async () => {
  const declared = await post(JSON_TYPE, buffer(BODY_LIMIT + 1), { 'content-length': String(BODY_LIMIT + 1) })
  const streamed = await post(JSON_TYPE, new Blob([buffer(BODY_LIMIT + 1)]).stream())
  for (const { status, code, answer } of [declared, streamed]) {
    assert.deepEqual([status, code], [413, 'body_too_large'])
    assert.equal(answer.headers.get('connection'), 'close')
  }
  const exact = await post(JSON_TYPE, new Blob(['{}'.padEnd(BODY_LIMIT)]).stream())
  assert.equal(exact.status, 200)
})

test('[P16] a body that declares a length over the limit is rejected before any of it is read', async () => {
  let pullCount = 0
  const body = new ReadableStream({ pull: () => void pullCount++ }, { highWaterMark: 0 })
  const { status } = await post(JSON_TYPE, body, { 'content-length': String(BODY_LIMIT + 1) })
  assert.deepEqual([status, pullCount], [413, 0])
})

test('[P04] no body is decompressed: compressed bodies and unknown encodings are 415', async () => {
  const bomb = gzipSync(buffer(10_000_000))
  for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'unheard-of']) {
    const { status } = await post(JSON_TYPE, bomb, { 'content-encoding': encoding })
    assert.equal(status, 415, encoding)
  }
})

test('[P09] a body of another type is 415, and the error says what to send', async () => {
  for (const type of [
    'text/plain',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-7',
    'application/json, text/plain',
    'text/json',
    'image/png',
    'multipart/form-data; boundary=x',
    null,
  ]) {
    // A stream, because the platform would give a string a type of its own.
    const { status, text } = await post(type, new Blob(['{}']).stream())
    assert.equal(status, 415, `${type}: ${text}`)
    assert.match(text, /Send \w/)
  }
  for (const type of ['application/json\t; x=y', 'Application/JSON;charset="UTF-8"'])
    assert.equal((await post(type, '{}')).status, 200, type)
})

test('[G16] invalid text and JSON that is not an object are 400, never 5xx', async () => {
  for (const body of [
    Uint8Array.of(0xff, 0xfe),
    '{"a":"\0"}',
    '{"a":"\\u0000"}',
    '[]',
    '"text"',
    '1',
    'null',
  ])
    assert.equal((await post(JSON_TYPE, body)).status, 400, String(body))
})

test('[G16] __proto__ and constructor are ordinary names in a body and have no side effects', async () => {
  const { status, text } = await post(JSON_TYPE, '{"__proto__":{"x":1},"constructor":"z"}')
  assert.equal(status, 200)
  assert.match(text, /"constructor":"z"/)
  assert.equal(({} as { x?: unknown }).x, undefined)
})
