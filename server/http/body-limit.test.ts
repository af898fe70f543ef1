import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { BODY_LIMIT } from '#kernel/http/body.ts'
import { makeTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp()
const { public_key } = await makeTenant(app.database)
/** A path of each service that reads bodies, and the field of its error message. */
const READERS: [path: string, field: 'error' | 'message' | 'msg'][] = [
  ['/auth/v1/token?grant_type=password', 'msg'],
  ['/rest/v1/bolt_blocks', 'message'],
  ['/functions/v1/order-status', 'error'],
]
const post = (path: string, body: BodyInit, headers: Record<string, string>, more: RequestInit = {}) =>
  app.request(path, {
    method: 'POST',
    body,
    headers: { apikey: public_key, 'content-type': 'application/json', ...headers },
    ...more,
  })
const tooLong = 'x'.repeat(BODY_LIMIT + 1)

for (const [path, field] of READERS) {
  test(`[P16] ${path}: a large body is refused early, and its connection is closed`, async () => {
    const stream = new Blob([tooLong]).stream()
    const declared = await post(path, tooLong, { 'content-length': String(tooLong.length) })
    const streamed = await post(path, stream, {}, { duplex: 'half' } as RequestInit)
    for (const response of [declared, streamed]) {
      assert.equal(response.status, 413)
      assert.equal(response.headers.get('connection'), 'close')
      assert.match(((await response.json()) as Record<string, string>)[field]!, /too large/)
    }
  })

  test(`[P04] ${path}: compressed bodies and unknown encodings are refused and not unpacked`, async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'gzip, gzip', 'unheard-of']) {
      const response = await post(path, gzipSync('{}'), { 'content-encoding': encoding })
      assert.equal(response.status, 415, encoding)
      assert.equal(typeof ((await response.json()) as Record<string, string>)[field], 'string')
    }
    assert.notEqual((await post(path, '{}', { 'content-encoding': 'identity' })).status, 415)
  })
}
