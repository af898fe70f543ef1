import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Hono } from 'hono'
import { actAs } from '#testing/act-as.ts'
import { createAddressLimits } from '../address-limits.ts'
import { PLATFORM_POOL } from '../db/claims.ts'
import type { Claims } from '../db/claims.ts'
import { AppError, commonErrors } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import type { TenantCard } from '../tenancy.ts'
import type { AppEnv } from './context.ts'
import { identify, requireKey } from './identify.ts'

const tenant = { id: randomUUID(), public_key: `pk_${'a'.repeat(24)}` } as TenantCard
const other = { id: randomUUID(), public_key: `pk_${'b'.repeat(24)}` } as TenantCard
/** Stubs for tokens; tokens.test.ts proves which token identifies whom. */
const sessions: Record<string, Claims> = {
  creator: actAs.creator(),
  enduser: { ...actAs.endUser(tenant.id), aud: tenant.public_key },
  oldkey: { ...actAs.endUser(tenant.id), aud: `pk_${'z'.repeat(24)}` },
  ended: actAs.creator(),
}
const kernel = {
  addressLimits: createAddressLimits({ requests: 0, factor: 1 }),
  tenancy: {
    byPublicKey: async (key: string) => [tenant, other].find(({ public_key }) => public_key === key),
  },
  tokens: {
    async verifyApiKey(key: string) {
      const role = { [hs256('anon')]: 'anon', [hs256('service')]: 'service_role' }[key]
      if (!role) throw commonErrors.invalid_api_key()
      return role
    },
    async verifySession(token: string) {
      const claims = sessions[token]
      if (!claims) throw commonErrors.invalid_token()
      return claims
    },
  },
  sessions: { standing: async (claims: Claims) => (claims === sessions.ended ? 'ended' : 'alive') },
} as unknown as Kernel

function hs256(name: string): string {
  return `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${name}.x`
}

const app = new Hono<AppEnv>()
  .use(async (c, next) => {
    c.set('kernel', kernel)
    c.set('clientIp', '203.0.113.1')
    await next()
  })
  .use(identify())
  .onError((error, c) => c.text((error as AppError).code, (error as AppError).status as 401))
  .get('/', (c) => c.json({ claims: c.get('claims'), key: c.get('apiKey')?.kind }))
  .get('/keyed', requireKey(), (c) => c.text('in'))

interface Given {
  apikey?: string
  bearer?: string
  authorization?: string
  query?: string
  path?: string
}
async function ask({ apikey, bearer, authorization, query = '', path = '/' }: Given) {
  const headers = new Headers()
  if (apikey) headers.set('apikey', apikey)
  if (bearer || authorization) headers.set('authorization', authorization ?? `Bearer ${bearer}`)
  const response = await app.request(`${path}${query}`, { headers })
  const text = await response.text()
  return response.ok && path === '/'
    ? (JSON.parse(text) as { claims: Claims; key?: string })
    : { refused: `${response.status} ${text}` }
}
const role = async (given: Given) => {
  const answer = await ask(given)
  return 'refused' in answer
    ? answer.refused
    : `${answer.claims.role} of ${answer.claims.pool === PLATFORM_POOL ? 'platform' : answer.claims.pool}`
}
const anon = hs256('anon')
const serviceKey = hs256('service')

test('an API key sets role and pool; sent as Bearer it is not a session', async () => {
  assert.equal(await role({}), 'anon of platform')
  assert.equal(await role({ apikey: anon }), 'anon of platform')
  assert.equal(await role({ apikey: anon, bearer: anon }), 'anon of platform')
  assert.equal(await role({ query: `?apikey=${anon}` }), 'anon of platform')
  assert.equal(await role({ apikey: serviceKey, bearer: serviceKey }), 'service_role of platform')
  assert.equal(await role({ apikey: anon, bearer: serviceKey }), 'service_role of platform')
  assert.equal(await role({ apikey: tenant.public_key, bearer: tenant.public_key }), `anon of ${tenant.id}`)
  const visitor = (await ask({ apikey: tenant.public_key })) as { claims: Claims }
  assert.deepEqual(visitor.claims, {
    role: 'anon',
    pool: tenant.id,
    tenant: tenant.id,
    aud: tenant.public_key,
  })
})

test('the service key is only accepted in a header, other keys also in the URL', async () => {
  assert.equal(await role({ query: `?apikey=${serviceKey}` }), '401 invalid_api_key')
  assert.equal(await role({ query: `?apikey=${serviceKey}`, bearer: serviceKey }), '401 invalid_api_key')
  assert.equal(await role({ query: `?apikey=${anon}`, bearer: serviceKey }), 'service_role of platform')
  assert.equal(await role({ query: `?apikey=${tenant.public_key}` }), `anon of ${tenant.id}`)
})

test('a session is valid only in the pool of the key sent with it', async () => {
  assert.equal(await role({ apikey: anon, bearer: 'creator' }), 'authenticated of platform')
  assert.equal(await role({ bearer: 'creator' }), 'authenticated of platform')
  assert.equal(await role({ apikey: tenant.public_key, bearer: 'enduser' }), `end_user of ${tenant.id}`)
  assert.equal(await role({ apikey: serviceKey, bearer: 'enduser' }), `end_user of ${tenant.id}`)
})

test('[E02] a creator’s token is invalid for a tenant, an end user’s for the platform and other tenants', async () => {
  const refused = '401 invalid_token'
  assert.equal(await role({ apikey: tenant.public_key, bearer: 'creator' }), refused)
  assert.equal(await role({ apikey: other.public_key, bearer: 'enduser' }), refused)
  assert.equal(await role({ apikey: anon, bearer: 'enduser' }), refused)
  assert.equal(await role({ bearer: 'enduser' }), refused)
  assert.equal(
    await role({ apikey: tenant.public_key, bearer: 'oldkey' }),
    refused,
    'the tenant’s key was replaced',
  )
})

test('[E01] an invalid key or token is rejected, never treated as anonymous', async () => {
  assert.equal(await role({ apikey: 'rubbish' }), '401 invalid_api_key')
  assert.equal(await role({ apikey: `pk_${'c'.repeat(24)}` }), '401 invalid_api_key')
  assert.equal(await role({ apikey: anon, bearer: 'rubbish' }), '401 invalid_token')
  assert.equal(await role({ apikey: anon, bearer: hs256('forged') }), '401 invalid_token')
  assert.equal(await role({ apikey: anon, bearer: `pk_${'c'.repeat(24)}` }), '401 invalid_api_key')
  for (const token of ['a b', 'a,b', '{"alg":"none"}', 'ab;c', 'x'.repeat(5000) + ' '])
    assert.equal(await role({ apikey: anon, bearer: token }), '401 invalid_token', token)
})

test('other schemes, and a Bearer without a token, are ignored', async () => {
  for (const authorization of ['Basic dXNlcjpwdw==', 'Bearer', 'Bearer ', 'Digest x'])
    assert.equal(await role({ apikey: anon, authorization }), 'anon of platform', authorization)
})

test('[E04] an ended session is reported as ended', async () => {
  assert.equal(await role({ apikey: anon, bearer: 'ended' }), '401 session_ended')
})

test('a mount that needs a key rejects callers with neither key nor session', async () => {
  assert.deepEqual(await ask({ path: '/keyed' }), { refused: '401 missing_api_key' })
  assert.deepEqual(await ask({ path: '/keyed', apikey: anon }), { refused: '200 in' })
  assert.deepEqual(await ask({ path: '/keyed', bearer: 'creator' }), { refused: '200 in' })
})
