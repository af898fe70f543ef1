import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp()
const tenant = await makeTenant(app.database)

/** The official client, recording its requests to the auth service. */
function recordingClient(key: string) {
  const requests: string[] = []
  const client = app.client(key, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: `test-${key.slice(0, 12)}` },
    global: {
      fetch(input, init) {
        const url = new URL(input instanceof Request ? input.url : String(input))
        requests.push(`${init?.method ?? 'GET'} ${url.pathname}`)
        return app.fetch(input, init)
      },
    },
  })
  return { client, requests }
}

for (const [pool, key, role, audience] of [
  ['creators', app.anonKey, 'authenticated', 'authenticated'],
  ['end users', tenant.public_key, 'end_user', tenant.public_key],
] as const)
  test(`getClaims checks tokens of ${pool} by the published keys alone: no GET /user, and the keys loaded once`, async () => {
    const session = await signUp(app, key)
    const { client, requests } = recordingClient(key)
    for (let times = 0; times < 3; times++) {
      const { data, error } = await client.auth.getClaims(session.access_token)
      assert.equal(error, null)
      assert.equal(data?.header.alg, 'ES256')
      assert.equal(data.claims.sub, session.user.id)
      assert.equal(data.claims.role, role)
      assert.equal(data.claims.aud, audience)
      assert.equal(data.claims.aal, 'aal1')
      assert.equal(data.claims.iss, 'http://localhost:3000/auth/v1')
    }
    assert.deepEqual(requests, ['GET /auth/v1/.well-known/jwks.json'])
  })

test('getClaims refuses a token whose claims were changed, without requesting the user', async () => {
  const session = await signUp(app, app.anonKey)
  const { client, requests } = recordingClient(app.anonKey)
  const [head, body, signature] = session.access_token.split('.')
  const claims = JSON.parse(Buffer.from(body!, 'base64url').toString()) as object
  const changed = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString('base64url')
  const { data, error } = await client.auth.getClaims(`${head}.${changed}.${signature}`)
  assert.equal(data, null)
  assert.match(String(error?.message), /Invalid JWT signature/)
  assert.ok(requests.every((call) => call === 'GET /auth/v1/.well-known/jwks.json'))
})
