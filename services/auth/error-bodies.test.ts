import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { table } from './routes.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '100000' } })
const tenant = await makeTenant(app.database)
const creator = await signUp(app, app.anonKey)
const visitor = await signUp(app, tenant.public_key)

/** A small seeded generator (mulberry32), so that a failure can be reproduced. */
function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]!
}
type Pick1 = ReturnType<typeof randomFrom>

const FIELDS =
  'email phone password type token token_hash data provider id_token refresh_token code code_verifier auth_code code_challenge code_challenge_method factor_type friendly_name challenge_id webauthn credential redirect_to new_email user_metadata app_metadata ban_duration role id kind chain message signature nonce current_password channel name client_id identifier provider_type issuer scopes should_soft_delete email_confirm __proto__ constructor'.split(
    ' ',
  )
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  ' ',
  'x',
  '\u0000',
  '\ud800',
  'a@b.example',
  "' or 1=1 --",
  '%00',
  '../../etc/passwd',
  'x'.repeat(5000),
  [],
  [null],
  {},
  { a: { b: [] } },
  { toString: 1 },
  'signup',
  'email_change_new',
  'totp',
  '00000000-0000-4000-8000-000000000000',
  '+15550100200',
]
const RAW = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '1',
  '{"a":',
  '{"email":{"$gt":""}}',
  '\ufeff{}',
  '[['.repeat(60),
]
const IDS = [
  'x',
  '%00',
  '%',
  '..',
  '-1',
  '00000000-0000-4000-8000-000000000000',
  "'--",
  'custom:x',
  'a'.repeat(3000),
]
const TYPES = [
  'application/json',
  'application/json',
  'application/json',
  'text/plain',
  'application/x-ndjson',
  '',
]

const junk = (pick: Pick1) =>
  pick([true, true, true, false])
    ? JSON.stringify(Object.fromEntries(Array.from({ length: 4 }, () => [pick(FIELDS), pick(VALUES)])))
    : pick(RAW)

function request(
  pick: Pick1,
  { method, path }: { method: string; path: string },
  version: string | undefined,
) {
  const key = pick([app.anonKey, tenant.public_key, app.serviceKey, undefined, 'junk'])
  const own = key === tenant.public_key ? visitor.access_token : creator.access_token
  const bearer = pick([own, key, undefined, 'junk', `${own}x`])
  const query = new URLSearchParams(
    [pick(FIELDS), pick(['grant_type', 'page', 'scope', 'redirect_to', 'provider'])].map((name) => [
      name,
      (JSON.stringify(pick(VALUES)) ?? '').replaceAll('"', '').replace(/[\ud800-\udfff]/g, '?'),
    ]),
  )
  const headers: Record<string, string> = {
    ...(key ? { apikey: key } : {}),
    ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    ...(version ? { 'x-supabase-api-version': version } : {}),
    'content-type': pick(TYPES),
    'x-bb-pool': pick(['', '', tenant.id, 'junk']),
    'accept-language': pick(['', 'de', '\u00e4;q=x,,']),
  }
  const address = `/auth/v1${path.replace(/:\w+/g, () => pick(IDS))}?${query}`
  const body = method === 'GET' ? undefined : junk(pick)
  const init: RequestInit = { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) }
  return {
    address,
    init,
    description: `${method} ${address.slice(0, 200)} ${JSON.stringify(headers).slice(0, 120)} ${body?.slice(0, 200)}`,
  }
}

/** Every refusal has the shape of the requested API version. */
async function assertUniform(response: Response, version: string | undefined, description: string) {
  assert.ok(response.status < 500, `${response.status}: ${description}\n${await response.clone().text()}`)
  if (response.status < 400) return
  const text = await response.text()
  const body = JSON.parse(text)
  const code = response.headers.get('x-sb-error-code')
  // RFC 6749 5.2: OAuth clients read a different shape.
  if (typeof body.error === 'string') {
    assert.ok(/^[a-z_]+$/.test(body.error), description)
    return
  }
  assert.ok(code, `no x-sb-error-code: ${description}\n${text}`)
  if (version) {
    assert.deepEqual([body.code, typeof body.message], [code, 'string'], description)
    assert.equal(response.headers.get('x-supabase-api-version'), '2024-01-01', description)
  } else {
    assert.deepEqual(
      [body.code, body.error_code, typeof body.msg],
      [response.status, code, 'string'],
      description,
    )
    assert.equal(response.headers.get('x-supabase-api-version'), null, description)
  }
  assert.doesNotMatch(text, /\bat .*\.ts:|node_modules|select |insert |violates/i, description)
}

const SEED = 20261121
const ROUNDS = 8

test('every route refuses every kind of junk in the requested shape, never with a 5xx', async () => {
  assert.ok(table.length > 40)
  const pick = randomFrom(SEED)
  let refusals = 0
  for (let round = 0; round < ROUNDS; round++)
    for (const route of table) {
      // Rotating the key of the whole instance for each junk body would only slow the test.
      if (route.path === '/admin/signing-keys/rotate' && round > 1) continue
      const version = pick(['2024-01-01', undefined])
      const { address, init, description } = request(pick, route, version)
      const response = await app.request(address, init)
      if (response.status >= 400) refusals += 1
      await assertUniform(response, version, description)
    }
  assert.ok(refusals > (table.length * ROUNDS) / 2, `${refusals} refusals`)
})

test('each route refuses callers without a key or with a broken one, in both shapes', async () => {
  const open = ['/health', '/settings', '/.well-known/jwks.json']
  for (const { method, path } of table)
    for (const version of ['2024-01-01', undefined])
      for (const key of [undefined, 'junk']) {
        const headers = {
          ...(key ? { apikey: key } : {}),
          ...(version ? { 'x-supabase-api-version': version } : {}),
          'content-type': 'application/json',
        }
        const response = await app.request(`/auth/v1${path.replace(/:\w+/g, creator.user.id)}`, {
          method,
          headers,
          redirect: 'manual',
          ...(method === 'GET' ? {} : { body: '{}' }),
        })
        const description = `${method} ${path} key ${key} version ${version}`
        await assertUniform(response, version, description)
        if (key && !open.includes(path)) assert.equal(response.status, 401, description)
      }
})
