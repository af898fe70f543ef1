import assert from 'node:assert/strict'
import { KeyObject, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { mock, test } from 'node:test'
import { SignJWT, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import type { JWTPayload } from 'jose'
import { actAs } from '#testing/act-as.ts'
import { PLATFORM_POOL } from './db/claims.ts'
import { createTokens } from './tokens.ts'
import type { SigningKey } from './tokens.ts'

const issuer = 'https://shop.example/auth/v1'
const jwtSecret = randomBytes(32).toString('hex')
const seconds = () => Math.floor(Date.now() / 1000)

async function makeKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  return {
    kid,
    privateKey: KeyObject.from(privateKey),
    publicKey,
    publicJwk: { ...(await exportJWK(publicKey)), kid },
  }
}
const ours = await makeKey('ours')
const stranger = await makeKey('ours')

function tokensWith(keys: () => Promise<SigningKey[]> = async () => [ours]) {
  const tokens = createTokens({ jwtSecret, issuer })
  let loads = 0
  tokens.useKeys(() => (loads++, keys()))
  return { ...tokens, loads: () => loads }
}
const tokens = tokensWith()

const payload = (): JWTPayload => ({
  iss: issuer,
  sub: randomUUID(),
  aud: 'authenticated',
  role: 'authenticated',
  pool: PLATFORM_POOL,
  exp: seconds() + 60,
})
const sign = (more: JWTPayload = {}, header: object = {}, key = ours.privateKey) =>
  new SignJWT({ ...payload(), ...more })
    .setProtectedHeader({ alg: 'ES256', kid: 'ours', typ: 'JWT', ...header })
    .sign(key)
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
function hs256(secret: string | Buffer, body: object, header: object = {}) {
  const text = `${encode({ alg: 'HS256', kid: 'ours', typ: 'JWT', ...header })}.${encode(body)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
const refused = { name: 'AppError', status: 401, code: 'invalid_token' }

test('a session is minted and verified, by every process that has the keys', async () => {
  const creator = actAs.creator()
  const token = await tokens.mintSession(creator, 60)
  for (const reader of [tokens, tokensWith()]) {
    const claims = await reader.verifySession(token)
    assert.equal(claims.sub, creator.sub)
    assert.equal(claims.role, 'authenticated')
    assert.equal(claims.iss, issuer)
    assert.equal(Number(claims.exp) - Number(claims.iat), 60)
    assert.ok(Object.isFrozen(claims), 'remembered claims cannot be changed by who reads them')
  }
  assert.deepEqual(
    (await tokens.publicKeys()).map(({ kid, d }) => [kid, d]),
    [['ours', undefined]],
  )
})

test('[E01] a token chooses neither its algorithm nor its key', async () => {
  const [head, body, signature] = (await sign()).split('.') as [string, string, string]
  const jwk = await exportJWK(stranger.publicKey)
  const spki = JSON.stringify(ours.publicJwk)
  const forged = {
    'alg none': `${encode({ alg: 'none', kid: 'ours', typ: 'JWT' })}.${body}.`,
    'alg none, with a signature': `${encode({ alg: 'none', kid: 'ours' })}.${body}.${signature}`,
    'HS256 by the public key': hs256(spki, payload()),
    'HS256 by the secret of the API keys': hs256(jwtSecret, payload()),
    'HS256 declared as ES256': hs256(jwtSecret, payload(), { alg: 'ES256' }),
    'key in the header': await sign({}, { jwk }, stranger.privateKey),
    'key address in the header': await sign({}, { jku: 'https://evil.example/k' }, stranger.privateKey),
    'certificate address in the header': await sign(
      {},
      { x5u: 'https://evil.example/c' },
      stranger.privateKey,
    ),
    'signed by a stranger': await sign({}, {}, stranger.privateKey),
    'unknown kid': await sign({}, { kid: 'theirs' }),
    'no kid': await sign({}, { kid: undefined }),
    'kid of another type': `${encode({ alg: 'ES256', kid: ['ours'], typ: 'JWT' })}.${body}.${signature}`,
    'unknown critical header': `${encode({ alg: 'ES256', kid: 'ours', typ: 'JWT', crit: ['x'], x: 1 })}.${body}.${signature}`,
    'another type': await sign({}, { typ: 'at+jwt' }),
    'empty signature': `${head}.${body}.`,
    'truncated signature': `${head}.${body}.${signature.slice(0, -2)}`,
    'no signature': `${head}.${body}`,
    empty: '',
    rubbish: 'no.token.at-all',
  }
  for (const [what, token] of Object.entries(forged))
    await assert.rejects(tokens.verifySession(token), refused, what)
})

test('[E02] our own key under claims we never give is no session', async () => {
  const wrong: Record<string, JWTPayload> = {
    'another issuer': { iss: 'https://evil.example/auth/v1' },
    'no issuer': { iss: undefined },
    'no audience': { aud: undefined },
    'no subject': { sub: undefined },
    'no expiry': { exp: undefined },
    'expiry as text': { exp: String(seconds() + 60) as never },
    expired: { exp: seconds() - 1 },
    'not yet valid': { nbf: seconds() + 60 },
    'the service role': { role: 'service_role' },
    'the anonymous role': { role: 'anon' },
    'no role': { role: undefined },
    'no pool': { pool: undefined },
  }
  for (const [what, more] of Object.entries(wrong))
    await assert.rejects(tokens.verifySession(await sign(more)), refused, what)
})

test('[E03] an API key is no session and a session is no API key', async () => {
  await assert.rejects(tokens.verifySession(await tokens.apiKey('service_role')), refused)
  await assert.rejects(tokens.verifyApiKey(await tokens.mintSession(actAs.creator(), 60)), {
    code: 'invalid_api_key',
  })
})

test('a remembered session ends with its expiry', async () => {
  const token = await tokens.mintSession(actAs.creator(), 60)
  await tokens.verifySession(token)
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 })
  try {
    await assert.rejects(tokens.verifySession(token), refused)
  } finally {
    mock.timers.reset()
  }
})

test('a flood of unknown key ids is one look at the keys', async () => {
  const flooded = tokensWith()
  await flooded.verifySession(await sign())
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 6000 })
  try {
    const forged = await Promise.all(Array.from({ length: 50 }, (_, i) => sign({}, { kid: `flood-${i}` })))
    await Promise.all(forged.map((token) => assert.rejects(flooded.verifySession(token), refused)))
    for (const token of forged) await assert.rejects(flooded.verifySession(token), refused)
    assert.equal(flooded.loads(), 2)
  } finally {
    mock.timers.reset()
  }
})

test('a key that another process made is found by all who wait for it, and one taken away is forgotten', async () => {
  const next = await makeKey('next')
  let keys = [ours]
  const reader = tokensWith(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return keys
  })
  const old = await sign()
  await reader.verifySession(old)
  keys = [next]
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 6000 })
  try {
    const fresh = await sign({}, { kid: 'next' }, next.privateKey)
    await Promise.all([1, 2, 3].map(() => reader.verifySession(fresh)))
    assert.equal(reader.loads(), 2)
    await assert.rejects(reader.verifySession(old), refused)
  } finally {
    mock.timers.reset()
  }
})

test('a key to come is published but does not sign; one that retires is refused from that moment, without a look', async () => {
  const next = { ...(await makeKey('next')), signsFrom: Date.now() + 60_000 }
  const old = { ...ours, retiresAt: Date.now() + 120_000 }
  const reader = tokensWith(async () => [next, old])
  const kids = async () => (await reader.publicKeys()).map(({ kid }) => kid)
  const minted = async () => decodeProtectedHeader(await reader.mintSession(actAs.creator(), 600)).kid
  assert.deepEqual(await kids(), ['next', 'ours'])
  assert.equal(await minted(), 'ours')
  const token = await sign({ exp: seconds() + 600 })
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 })
  try {
    assert.equal(await minted(), 'next')
    await reader.verifySession(await sign({ exp: seconds() + 600 }))
    mock.timers.setTime(Date.now() + 60_000)
    assert.deepEqual(await kids(), ['next'])
    await assert.rejects(reader.verifySession(token), refused)
    assert.equal(reader.loads(), 2, 'one at first, one for the kid that is no longer known')
  } finally {
    mock.timers.reset()
  }
})

test('a word that keys changed is followed by a look of its own, also while another one is under way', async () => {
  let keys = [ours]
  const reader = tokensWith(async () => {
    const seen = keys
    await new Promise((resolve) => setTimeout(resolve, 5))
    return seen
  })
  const first = reader.publicKeys()
  keys = [await makeKey('next')]
  await reader.reloadKeys()
  assert.deepEqual(
    (await first).map(({ kid }) => kid),
    ['ours'],
  )
  assert.deepEqual(
    (await reader.publicKeys()).map(({ kid }) => kid),
    ['next'],
  )
})

test('a database that is away makes no token invalid: the failure passes, and the next look succeeds', async () => {
  const down = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  let away = true
  const reader = tokensWith(async () => {
    if (away) throw down
    return [ours]
  })
  const token = await sign()
  await assert.rejects(reader.verifySession(token), down)
  await assert.rejects(reader.publicKeys(), down)
  away = false
  await reader.verifySession(token)

  away = true
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 6000 })
  try {
    await assert.rejects(reader.verifySession(await sign({}, { kid: 'unknown' })), down)
    await reader.verifySession(await sign())
  } finally {
    mock.timers.reset()
  }
})

test('API keys are HS256 by our secret with an explicit role of the four', async () => {
  for (const role of ['anon', 'authenticated', 'end_user', 'service_role'] as const)
    assert.equal(await tokens.verifyApiKey(await tokens.apiKey(role)), role)
  const [, body] = (await tokens.apiKey('service_role')).split('.') as [string, string]
  const forged = {
    'no role': hs256(jwtSecret, {}),
    'another role': hs256(jwtSecret, { role: 'postgres' }),
    'role of another type': hs256(jwtSecret, { role: ['service_role'] }),
    'another secret': hs256('x'.repeat(32), { role: 'service_role' }),
    'alg none': `${encode({ alg: 'none' })}.${body}.`,
    HS512: await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'HS512' })
      .sign(new TextEncoder().encode(jwtSecret)),
    expired: hs256(jwtSecret, { role: 'service_role', exp: seconds() - 1 }),
    'signed by the session key': await sign({ role: 'service_role' }),
    rubbish: 'x',
  }
  for (const [what, key] of Object.entries(forged))
    await assert.rejects(tokens.verifyApiKey(key), { status: 401, code: 'invalid_api_key' }, what)
})

test('an API key with an end is checked each time', async () => {
  const key = hs256(jwtSecret, { role: 'anon', exp: seconds() + 30 })
  await tokens.verifyApiKey(key)
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 31_000 })
  try {
    await assert.rejects(tokens.verifyApiKey(key), { code: 'invalid_api_key' })
  } finally {
    mock.timers.reset()
  }
})
