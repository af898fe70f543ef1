import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { TRUSTED_PROXIES: '1', REST_REQUESTS_PER_ADDRESS: '100' } })
const shop = await makeTenant(app.database)

const read = async (ip: string, apikey: string, path = '/rest/v1/bolt_plans?select=id&limit=1') =>
  app.request(path, { headers: { apikey, 'x-forwarded-for': `6.6.6.6, ${ip}` } })
const tally = (answers: Response[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([k, v]) => [k, v.length]))

test('[P05] wrong keys from one address are refused with 429 and Retry-After, in the format of each service', async () => {
  assert.equal((await read('203.0.113.2', app.anonKey)).status, 200)
  const guess = (n: number) => `pk_${String(n).padStart(24, '0')}`
  const answers = await Promise.all(Array.from({ length: 90 }, (_, n) => read('203.0.113.1', guess(n))))
  assert.deepEqual(tally(answers), { 401: 60, 429: 30 })
  const refused = answers.at(-1)!
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal(refused.headers.get('access-control-allow-origin'), '*')
  assert.deepEqual(await refused.json(), {
    code: 'too_many_requests',
    message: 'Too many requests. Please try again later.',
    details: null,
    hint: null,
  })
  const shapes = {
    '/auth/v1/settings': { code: 429, error_code: 'over_request_rate_limit' },
    '/functions/v1/access': { code: 'too_many_requests' },
  }
  for (const [path, shape] of Object.entries(shapes)) {
    const answer = await read('203.0.113.1', guess(1000), path)
    assert.equal(answer.status, 429, path)
    assert.partialDeepStrictEqual(await answer.json(), shape)
  }
  // A forged platform key as Bearer is a guess, too.
  const { status } = await app.request('/rest/v1/bolt_plans', {
    headers: {
      apikey: app.anonKey,
      authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.x',
      'x-forwarded-for': '203.0.113.1',
    },
  })
  assert.equal(status, 429)
  assert.equal((await read('203.0.113.2', guess(1))).status, 401, 'another address')
  assert.equal((await read('203.0.113.1', app.anonKey)).status, 200, 'a valid key still works')
})

test('[P05] the data API limits the requests of one address per minute, without affecting others', async () => {
  const answers = await Promise.all(
    Array.from({ length: 130 }, (_, n) => read(`2001:db8::${n.toString(16)}`, shop.public_key)),
  )
  assert.deepEqual(tally(answers), { 200: 100, 429: 30 })
  const refused = answers.find(({ status }) => status === 429)!
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal(((await refused.json()) as { code: string }).code, 'too_many_requests')
  assert.equal((await read('2001:db8:0:1::1', shop.public_key)).status, 200, 'another network')
  assert.equal((await read('2001:db8::1', app.serviceKey)).status, 200, 'the operator is not counted')
})
