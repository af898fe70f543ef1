import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/test-app.ts'

const app = await testApp()
const apikey = app.anonKey
const large = {
  method: 'POST',
  headers: { apikey, 'content-type': 'application/json' },
  body: 'x'.repeat(1_000_001),
}

/** Responses of every mount from each source: the route, a guard, the body limit, the key check. */
const ANSWERS: [path: string, status: number, init: RequestInit][] = [
  ['/rest/v1/bolt_plans', 200, { headers: { apikey } }],
  ['/rest/v1/nothing', 404, { headers: { apikey } }],
  ['/rest/v1/bolt_plans', 401, {}],
  ['/rest/v1/bolt_plans', 413, large],
  ['/auth/v1/settings', 200, { headers: { apikey } }],
  ['/auth/v1/user', 401, { headers: { apikey } }],
  ['/functions/v1/nothing', 404, { headers: { apikey } }],
  ['/functions/v1/nothing', 401, { headers: { apikey: 'not-a-key' } }],
]

for (const [path, status, init] of ANSWERS)
  test(`pages of every origin may read ${init.method ?? 'GET'} ${path} (${status}) and its request id`, async () => {
    const answer = await app.request(path, init)
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    assert.match(answer.headers.get('access-control-expose-headers') ?? '', /(^|,)x-request-id(,|$)/)
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  })

test('[K15] no response echoes an origin or allows credentials', async () => {
  for (const origin of [
    'https://evil.example',
    'null',
    `${app.config.publicUrl}.evil.example`,
    app.config.publicUrl,
  ])
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await app.request('/rest/v1/bolt_plans', { method, headers: { apikey, origin } })
      assert.equal(headers.get('access-control-allow-origin'), '*')
      assert.equal(headers.get('access-control-allow-credentials'), null)
    }
})

test('preflights work without a key', async () => {
  const answer = await app.request('/rest/v1/bolt_plans', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'apikey,prefer',
    },
  })
  assert.equal(answer.status, 204)
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.match(answer.headers.get('access-control-allow-methods') ?? '', /PATCH/)
  assert.match(answer.headers.get('access-control-allow-headers') ?? '', /apikey,.*prefer/)
})

test('scripts of other origins cannot read responses outside the wire API', async () => {
  const answer = await app.request('/health/live', { headers: { origin: 'https://shop.example' } })
  assert.equal(answer.headers.get('access-control-allow-origin'), null)
})
