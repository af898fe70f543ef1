import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import type { JWTPayload } from 'jose'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import { makeTenant } from '#testing/factories.ts'
import { authCall, latestEmailTo, newEmail, PASSWORD, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { loadSigningKeys } from './signing-keys.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const call = authCall(app, app.anonKey)
const session = await signUp(app, app.anonKey)
const [head, body, signature] = session.access_token.split('.') as [string, string, string]
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
const header = decode(head)
const claims: JWTPayload = decode(body)
const [ours] = await loadSigningKeys(app.kernel)

/**
 * The auth service refuses the token as a session (403 bad_jwt, or 401 for an API key), and the other
 * services too (401).
 */
async function assertRefused(token: string, what: string) {
  const { status, body: answer } = await call('GET', '/user', { token })
  assert.match(`${status} ${answer.code}`, /^(403 bad_jwt|401 invalid_api_key)$/, what)
  const bearer = { apikey: app.anonKey, authorization: `Bearer ${token}` }
  for (const path of ['/rest/v1/tenants?select=id', '/functions/v1/none'])
    assert.equal((await app.request(path, { headers: bearer })).status, 401, `${what} at ${path}`)
  const admin = await call('GET', '/admin/users', { token })
  assert.match(String(admin.status), /^40[13]$/, what)
}

test('the genuine token is accepted', async () => {
  assert.equal((await call('GET', '/user', { token: session.access_token })).status, 200)
})

test('[E01] [S8-111] other algorithms, keys named by the token itself, and broken signatures are refused', async () => {
  const foreignKey = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(foreignKey.publicKey)
  const { keys } = await (await app.request('/auth/v1/.well-known/jwks.json')).json()
  const signedByForeignKey = (more: object) =>
    new SignJWT(claims).setProtectedHeader({ ...header, ...more }).sign(foreignKey.privateKey)
  const hs256 = (secret: string | Buffer, more: object = {}) => {
    const text = `${encode({ ...header, alg: 'HS256', ...more })}.${body}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const forged: Record<string, string> = {
    'alg none': `${encode({ ...header, alg: 'none' })}.${body}.`,
    'alg None with the old signature': `${encode({ ...header, alg: 'None' })}.${body}.${signature}`,
    'HS256 with the public key as secret': hs256(JSON.stringify(keys[0])),
    'HS256 with the coordinates as secret': hs256(Buffer.from(keys[0].x + keys[0].y, 'base64url')),
    'signed by a foreign key under our kid': await signedByForeignKey({}),
    'signed by a foreign key, unknown kid': await signedByForeignKey({ kid: 'unknown' }),
    'hostile kid': await signedByForeignKey({ kid: "' or '1'='1" }),
    'kid as path': await signedByForeignKey({ kid: '../../etc/passwd' }),
    'jwk in the header': await signedByForeignKey({ jwk }),
    'jku in the header': await signedByForeignKey({ jku: 'https://evil.example/jwks.json' }),
    'x5u in the header': await signedByForeignKey({ x5u: 'https://evil.example/cert.pem' }),
    'crit unknown': await new SignJWT(claims)
      .setProtectedHeader({ ...header, crit: ['exp'], exp: 1 })
      .sign(ours!.privateKey, { crit: { exp: true } }),
    'empty signature': `${head}.${body}.`,
    'truncated signature': session.access_token.slice(0, -4),
    'no signature part': `${head}.${body}`,
    'body changed': `${head}.${encode({ ...claims, sub: randomUUID() })}.${signature}`,
    'typ changed': await new SignJWT(claims)
      .setProtectedHeader({ ...header, typ: 'at+jwt' })
      .sign(ours!.privateKey),
    malformed: 'a.b.c',
  }
  for (const [what, token] of Object.entries(forged)) await assertRefused(token, what)
})

test('[E02] tokens of our own key with claims that we never issue are refused', async () => {
  const tenant = await makeTenant(app.database)
  const sign = (more: JWTPayload) =>
    new SignJWT({ ...claims, ...more }).setProtectedHeader(header).sign(ours!.privateKey)
  const now = Math.floor(Date.now() / 1000)
  const forged: Record<string, JWTPayload> = {
    'foreign issuer': { iss: 'https://evil.example/auth/v1' },
    'no issuer': { iss: undefined },
    'foreign audience': { aud: 'another-audience' },
    'audience of a tenant': { aud: tenant.public_key },
    'no audience': { aud: undefined },
    'no expiry': { exp: undefined },
    'expiry as text': { exp: String(now + 3600) as never },
    expired: { exp: now - 60 },
    'not yet valid': { nbf: now + 600 },
    'service role': { role: 'service_role' },
    'no role': { role: undefined },
    'role of an end user in the platform pool': { role: 'end_user' },
    'pool of a tenant': { pool: tenant.id },
    'no pool': { pool: undefined },
    'no subject': { sub: undefined },
  }
  for (const [what, more] of Object.entries(forged)) await assertRefused(await sign(more), what)
  assert.equal(
    (await call('GET', '/user', { token: await sign({}) })).status,
    200,
    'the unchanged claims pass',
  )
  const orphan = await call('GET', '/user', { token: await sign({ session_id: randomUUID() }) })
  assert.equal(orphan.body.code, 'session_not_found')
  assert.equal(claims.pool, PLATFORM_POOL)
})

test('[E03] tokens of one kind are refused in place of another', async () => {
  const email = newEmail()
  await call('POST', '/signup', { body: { email, password: PASSWORD } })
  const { tokenHash, code } = latestEmailTo(app, email)
  const { body: handed } = await call('POST', '/one-time-code', {
    token: session.access_token,
    body: { refresh_token: session.refresh_token },
  })
  for (const [what, token] of Object.entries({
    refresh: session.refresh_token,
    mail: tokenHash,
    code,
    handed: handed.code,
  }))
    await assertRefused(token, `${what} token as bearer`)
  const asRefresh = async (token: string) =>
    (await call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })).body.code
  const asCode = async (token: string) =>
    (await call('POST', '/token?grant_type=one_time_code', { body: { code: token.slice(0, 100) } })).body.code
  const asLink = async (token: string) =>
    (await call('POST', '/verify', { body: { type: 'signup', token_hash: token.slice(0, 1000) } })).body.code
  for (const token of [session.access_token, tokenHash, handed.code, code])
    assert.equal(await asRefresh(token), 'refresh_token_not_found')
  for (const token of [session.access_token, session.refresh_token, tokenHash, code])
    assert.equal(await asCode(token), 'bad_one_time_code')
  for (const token of [session.access_token, session.refresh_token, handed.code, code])
    assert.equal(await asLink(token), 'otp_expired')
})
