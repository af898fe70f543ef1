// Any invalid input to a function or auth endpoint gets a clear 4xx in that service's format, never a 5xx.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { units } from './units.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '100000' } })
const creator = await signUp(app, app.anonKey)
const tenant = await makeTenant(app.database, { owner: creator.user.id })
const visitor = await signUp(app, tenant.public_key)

const JSON_TYPE = 'application/json'
const FIELDS = ['tenant_id', 'item_id', 'page_url', 'receipt', 'code', 'mode', 'name', 'description', 'price_cents', 'currency', 'active',
  'email', 'password', 'token', 'token_hash', 'type', 'refresh_token', 'data', 'country', 'code_challenge'] // prettier-ignore
const VALUES: unknown[] = [null, true, -1, 1e308, 0.5, '', ' ', 'x'.repeat(20_000), '\u202e\u200b', '💥'.repeat(60), "'; drop table public.tenants; --",
  [], [[]], {}, { toString: 1 }, '00000000-0000-0000-0000-000000000000', tenant.id, 'javascript:alert(1)', 'https://evil.example'] // prettier-ignore

/** Bodies of every kind: broken, of other types, and well-formed with every field set to the same hostile value. */
const bodies: [string, string | Uint8Array<ArrayBuffer>][] = [
  [JSON_TYPE, ''], [JSON_TYPE, '{'], [JSON_TYPE, 'null'], [JSON_TYPE, '[]'], [JSON_TYPE, '"x"'], [JSON_TYPE, '5'], [JSON_TYPE, `${'['.repeat(5000)}${']'.repeat(5000)}`],
  [JSON_TYPE, '{"__proto__":{"role":"service_role"},"constructor":{"prototype":{}}}'], [JSON_TYPE, '{"a":"\\u0000"}'], [JSON_TYPE, '{"a":"\\ud800"}'],
  [JSON_TYPE, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])], ['text/plain', '{}'], ['application/xml', '<a/>'], ['application/json; charset=utf-16', '{}'], ['', '{}'],
  ...VALUES.map((value): [string, string] => [JSON_TYPE, JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, value])))]),
] // prettier-ignore
const callers = [
  { key: app.anonKey, token: app.anonKey },
  { key: app.anonKey, token: creator.access_token },
  { key: tenant.public_key, token: tenant.public_key },
  { key: tenant.public_key, token: visitor.access_token },
]
const PATH_VALUES = [tenant.id, 'x', '%00', '..%2f..', 'a'.repeat(3000)]

async function statuses(
  method: string,
  path: string,
  wellShaped: (body: Record<string, unknown>) => boolean,
): Promise<Set<number>> {
  const seen = new Set<number>()
  for (const { key, token } of callers)
    for (const [type, body] of method === 'GET' || method === 'DELETE'
      ? [[JSON_TYPE, ''] as const]
      : bodies) {
      const headers: Record<string, string> = {
        apikey: key,
        authorization: `Bearer ${token}`,
        'x-supabase-api-version': '2024-01-01',
      }
      if (type) headers['content-type'] = type
      const answer = await app.request(path, { method, headers, body: body === '' ? undefined : body })
      const text = await answer.text()
      const told = `${method} ${path} ${type} ${String(body).slice(0, 80)}: ${answer.status} ${text.slice(0, 200)}`
      assert.ok(answer.status < 500, told)
      if (answer.status >= 400) assert.ok(wellShaped(JSON.parse(text) as Record<string, unknown>), told)
      seen.add(answer.status)
    }
  return seen
}

const text = (value: unknown) => typeof value === 'string' && value.length > 0
const functionShape = (body: Record<string, unknown>) => text(body.error) && text(body.code)
const authShape = (body: Record<string, unknown>) => text(body.message) && text(body.code)

const functions = units.flatMap((unit) => unit.functions ?? []).map(({ endpoint }) => endpoint)

test('there are functions to try', () => assert.ok(functions.length >= 9, String(functions.length)))

for (const { method, path } of functions)
  test(`${method} /functions/v1${path} refuses invalid input with a message`, async () => {
    for (const value of /:\w+/.test(path) ? PATH_VALUES : ['']) {
      const seen = await statuses(method, `/functions/v1${path.replace(/:\w+/, value)}`, functionShape)
      assert.ok(
        [...seen].some((status) => status >= 400),
        `${path} accepted everything`,
      )
    }
  })

for (const path of [
  '/signup',
  '/resend',
  '/verify',
  '/token?grant_type=password',
  '/token?grant_type=refresh_token',
  '/token?grant_type=one_time_code',
  '/token',
  '/one-time-code',
  '/admin/users',
])
  test(`POST /auth/v1${path} refuses invalid input with a message`, async () => {
    const seen = await statuses('POST', `/auth/v1${path}`, authShape)
    assert.ok([...seen].some((status) => status >= 400))
  })

/** Valid calls. The test replaces each field in turn with a hostile value. */
const item = (await app.owner.query('select id from public.items where tenant_id = $1', [tenant.id])).rows[0]
  .id as string
const asCreator = { key: app.anonKey, token: creator.access_token }
const asVisitor = { key: tenant.public_key, token: visitor.access_token }
const product = { name: 'Loaf', description: 'Warm', price_cents: 100, currency: 'eur', active: true }
const taken: [string, string, Record<string, unknown>, typeof asCreator, typeof functionShape][] = [
  ['POST', `/functions/v1/tenant-items/${tenant.id}/items`, product, asCreator, functionShape],
  ['PUT', `/functions/v1/item-operations/${item}`, product, asCreator, functionShape],
  ['POST', '/functions/v1/stripe-account-label', { tenant_id: tenant.id }, asCreator, functionShape],
  ['POST', '/functions/v1/start-stripe-express-onboarding', { tenant_id: tenant.id, mode: 'test', country: 'DE' }, asCreator, functionShape],
  ['POST', '/functions/v1/purchase', { item_id: item, page_url: 'http://shop.localhost:5000/' }, asVisitor, functionShape],
  ['POST', '/functions/v1/order-status', { receipt: 'x'.repeat(43) }, asVisitor, functionShape],
  ['POST', '/functions/v1/order-status', { code: 'x'.repeat(43) }, asVisitor, functionShape],
  ['POST', '/auth/v1/signup', { email: 'a@example.test', password: 'zebra-lantern-42-mop', data: {} }, asVisitor, authShape],
  ['POST', '/auth/v1/token?grant_type=password', { email: 'a@example.test', password: 'x' }, asVisitor, authShape],
  ['POST', '/auth/v1/verify', { type: 'signup', email: 'a@example.test', token: '123456' }, asVisitor, authShape],
  ['POST', '/auth/v1/verify', { type: 'signup', token_hash: 'x'.repeat(43) }, asVisitor, authShape],
  ['POST', '/auth/v1/one-time-code', { refresh_token: visitor.refresh_token, code_challenge: 'x'.repeat(43) }, asVisitor, authShape],
] // prettier-ignore

for (const [method, path, body, { key, token }, shape] of taken)
  test(`${method} ${path.replace(/[0-9a-f-]{36}/g, '…')} {${Object.keys(body).join()}} refuses a hostile value in any field`, async () => {
    for (const field of Object.keys(body))
      for (const value of [...VALUES, undefined]) {
        const answer = await app.request(path, {
          method,
          headers: {
            apikey: key,
            authorization: `Bearer ${token}`,
            'content-type': JSON_TYPE,
            'x-supabase-api-version': '2024-01-01',
          },
          body: JSON.stringify({ ...body, [field]: value }),
        })
        const said = await answer.text()
        const shown = value === undefined ? 'left out' : JSON.stringify(value).slice(0, 60)
        const told = `${field}=${shown}: ${answer.status} ${said.slice(0, 200)}`
        assert.ok(answer.status < 500, told)
        if (answer.status >= 400) assert.ok(shape(JSON.parse(said) as Record<string, unknown>), told)
      }
  })
