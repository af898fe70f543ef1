import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { after, beforeEach, mock, test } from 'node:test'
import { openKernel } from '#kernel/kernel.ts'
import { createLogger } from '#kernel/log.ts'
import { createApp } from '#server/app.ts'
import { noDist } from '#server/dist.ts'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { AUTH0_CLIENT, forgeAuth0 } from '#testing/test-auth0.ts'

/** A domain that does not exist, whatever the network's DNS says. */
const UNKNOWN_DOMAIN = 'unknown.auth0.com'
let lookUps = 0
const noName = (counted: number) =>
  (async (name: string) => {
    if (name === UNKNOWN_DOMAIN) lookUps += counted
    throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
  }) as never
mock.method(Resolver.prototype, 'resolve4', noName(1))
mock.method(Resolver.prototype, 'resolve6', noName(0))

const forge = await forgeAuth0()
const base = await testApp({
  env: { AUTH_LIMIT_FACTOR: '1000', AUTH0_DOMAIN_OVERRIDES: forge.override('forge.auth0.com') },
})
let written = ''
const log = createLogger('trace', new Writable({ write: (chunk, _, done) => ((written += chunk), done()) }))
const kernel = openKernel(base.config, base.appUrl, {
  log,
  mail: { send: async () => undefined, close: async () => undefined },
})
base.beforeDrop(() => kernel.close())
const served = createApp(kernel, noDist)
const app = {
  request: async (path: string, init?: RequestInit) =>
    served.request(new URL(path, base.config.publicUrl), init),
}

const ann = await signUp(base, base.anonKey)
const asAnn = functionCall(app, base.anonKey, ann.access_token)
const tenant = await makeTenant(base.database, { owner: ann.user.id })
const form = (more: object = {}) => ({
  tenant_id: tenant.id,
  domain: 'forge.auth0.com',
  client_id: AUTH0_CLIENT.id,
  client_secret: AUTH0_CLIENT.secret,
  ...more,
})
const connect = (more: object = {}) => asAnn('POST', '/connect-auth0', form(more))
const rowOf = async () =>
  (await base.owner.query('select * from public.tenants where id = $1', [tenant.id])).rows[0] as Record<
    string,
    unknown
  >
const CANNOT_REACH = 'Cannot reach Auth0 domain. Please check your domain.'
beforeEach(() => forge.answers.clear())

test('[S5-001] every field is required, and blanks do not count', async () => {
  for (const more of [{ domain: '' }, { client_id: '  ' }, { client_secret: '' }, { domain: undefined }])
    for (const path of ['/connect-auth0', '/test-auth0']) {
      const { status, body } = await asAnn('POST', path, form(more))
      assert.deepEqual(
        [status, body],
        [400, { error: 'All fields are required', code: 'auth0_fields_required' }],
      )
    }
  assert.equal((await rowOf()).auth_provider, 'supabase')
})

test('[F01] [S5-002] [S5-004] hostile domains are refused without a connection', async () => {
  const before = forge.connections()
  const inside = `127.0.0.1:${forge.port}`
  for (const domain of [
    'evil.tld',
    'a.auth0.com.evil.tld',
    `${inside}#.auth0.com`,
    `${inside}/.auth0.com`,
    `${inside}?.auth0.com`,
    `${inside}\\.auth0.com`,
    `a.auth0.com@${inside}`,
    `x@forge.auth0.com`,
    'forge.auth0.com:443',
    'forge.auth0.com/',
    'forge.auth0.com.',
    'https://forge.auth0.com',
    '..auth0.com',
    '127.0.0.1',
    'forge。auth0.com',
  ]) {
    const { status, body } = await connect({ domain })
    assert.deepEqual([status, body.error], [400, 'Invalid Auth0 domain format'], domain)
  }
  assert.equal(forge.connections(), before)
})

test('[F02] [S5-003] [S7-078] redirects of a domain are not followed, especially not to internal addresses', async () => {
  let hits = 0
  const internal = createServer((_, response) => (hits++, response.end(JSON.stringify(forge.document))))
  await new Promise<void>((done) => internal.listen(0, '127.0.0.1', done))
  after(() => internal.close())
  const { port } = internal.address() as AddressInfo
  forge.answers.set('/.well-known/openid-configuration', (_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end(),
  )
  const { status, body } = await connect()
  assert.deepEqual([status, body], [422, { error: CANNOT_REACH, code: 'auth0_unreachable' }])
  assert.equal(hits, 0)
  const unknown = await connect({ domain: UNKNOWN_DOMAIN })
  assert.deepEqual(
    [unknown.status, unknown.body.error, lookUps],
    [422, CANNOT_REACH, 1],
    'the response is the same',
  )
})

test('[F03] [S5-003] [S5-004] a domain that does not respond like its own issuer is refused within limits of size and time', async () => {
  const document = forge.document
  const say = (path: string, body: string | object, status = 200) =>
    forge.answers.set(path, (_, response) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body)),
    )
  const DISCOVERY = '/.well-known/openid-configuration'
  const KEYS = '/.well-known/jwks.json'
  const rsa = forge.keys[0]!
  const faults: [string, string, string | object, number?][] = [
    ['another issuer', DISCOVERY, { ...document, issuer: 'https://evil.tld/' }],
    ['the issuer without its slash', DISCOVERY, { ...document, issuer: forge.address }],
    ['a foreign token endpoint', DISCOVERY, { ...document, token_endpoint: 'https://evil.tld/oauth/token' }],
    ['a foreign key set', DISCOVERY, { ...document, jwks_uri: 'https://evil.tld/keys' }],
    ['a plain endpoint', DISCOVERY, { ...document, authorization_endpoint: 'http://evil.tld/authorize' }],
    ['another port', DISCOVERY, { ...document, jwks_uri: 'http://localhost:1/keys' }],
    ['a missing endpoint', DISCOVERY, { issuer: document.issuer, jwks_uri: document.jwks_uri }],
    ['no document', DISCOVERY, 'hello'],
    ['no object', DISCOVERY, '[]'],
    ['not found', DISCOVERY, {}, 404],
    ['a document without end', DISCOVERY, `"${'x'.repeat(2_000_000)}"`],
    ['a thousand keys', KEYS, { keys: Array.from({ length: 1000 }, () => rsa) }],
    ['no key', KEYS, { keys: [] }],
    [
      'no key for RS256',
      KEYS,
      {
        keys: [
          { ...rsa, alg: 'RS512' },
          { kty: 'EC', alg: 'ES256' },
        ],
      },
    ],
    ['keys that are none', KEYS, { keys: 'x' }],
    ['no key set', KEYS, {}, 500],
  ]
  for (const [name, path, body, status] of faults) {
    forge.answers.clear()
    say(path, body, status)
    const refused = await connect()
    assert.deepEqual([refused.status, refused.body.error], [422, CANNOT_REACH], name)
  }
  forge.answers.clear()
  forge.answers.set(DISCOVERY, () => undefined)
  const startedAt = Date.now()
  assert.equal((await connect()).status, 422, 'silence')
  assert.ok(Date.now() - startedAt < 60_000)
  assert.equal((await rowOf()).auth0_domain, null, 'nothing was stored')
})

test('a wrong secret is refused; a secret that Auth0 does not verify is accepted', async () => {
  const token = (status: number, error: string) =>
    forge.answers.set('/oauth/token', (_, response) =>
      response.writeHead(status).end(JSON.stringify({ error })),
    )
  token(401, 'access_denied')
  const wrong = await connect()
  assert.deepEqual([wrong.status, wrong.body.code], [422, 'auth0_secret_wrong'])
  assert.equal((await rowOf()).auth_provider, 'supabase')
  token(200, '')
  assert.equal((await asAnn('POST', '/test-auth0', form())).body.secret, 'verified')
  token(403, 'unauthorized_client')
  assert.equal((await asAnn('POST', '/test-auth0', form())).body.secret, 'not_checkable')
})

test('a callback URL that is not registered at Auth0 is reported as a warning', async () => {
  const unknown = await asAnn('POST', '/test-auth0', form())
  assert.equal(unknown.body.callback, 'not_registered')
  assert.match(
    unknown.body.warnings[0],
    /http:\/\/localhost:3000\/embed\/auth\?tenant=pk_\w* is missing from its Allowed Callback URLs/,
  )
  let requested = new URLSearchParams()
  forge.answers.set('/authorize', (request, response) => {
    requested = new URL(request.url!, forge.address).searchParams
    response.writeHead(302, { location: `${requested.get('redirect_uri')}&error=login_required` }).end()
  })
  const known = await asAnn('POST', '/test-auth0', form())
  assert.deepEqual([known.body.callback, known.body.warnings], ['registered', []])
  assert.equal(requested.get('prompt'), 'none')
  assert.equal(requested.get('code_challenge_method'), 'S256')
  assert.equal((await rowOf()).auth0_domain, null, 'a test stores nothing')
})

test('[S7-044] [S3-007] [S4-040] connecting stores everything with the secret sealed; no response and no log has the secret', async () => {
  written = ''
  const { status, body } = await connect({ domain: ' Forge.AUTH0.com ' })
  assert.deepEqual([status, body.success], [200, true])
  const row = await rowOf()
  assert.deepEqual(
    [row.auth_provider, row.auth_status, row.auth0_domain, row.auth0_client_id, row.auth0_client_secret_set],
    ['auth0', 'connected', 'forge.auth0.com', AUTH0_CLIENT.id, true],
  )
  const sealed = String(row.auth0_client_secret)
  assert.ok(!sealed.includes(AUTH0_CLIENT.secret))
  assert.equal(kernel.sealer.open(sealed, `tenants.auth0_client_secret:${tenant.id}`), AUTH0_CLIENT.secret)
  const stored = await asAnn('GET', `/tenant-auth0?tenant_id=${tenant.id}`)
  const signIn = `http://localhost:3000/embed/auth?tenant=${tenant.public_key}`
  assert.deepEqual(stored.body, {
    connected: true,
    domain: 'forge.auth0.com',
    client_id: AUTH0_CLIENT.id,
    secret_set: true,
    addresses: {
      callback: [signIn],
      login: `http://localhost:3000/login?tenant=${tenant.public_key}`,
      logout: [signIn],
      origins: ['http://localhost:3000'],
    },
  })
  // A failure is logged with its cause.
  forge.answers.set('/oauth/token', (_, response) => void response.destroy())
  assert.equal((await connect()).status, 422)
  assert.ok(written.includes('/functions/v1/connect-auth0'), 'the log was captured')
  for (const text of [JSON.stringify([body, stored.body]), written])
    for (const secret of [AUTH0_CLIENT.secret, sealed]) assert.ok(!text.includes(secret))
})

test('tests are rate limited per tenant', async () => {
  // No server listens on this port, so a test fails immediately.
  const strict = await testApp({ env: { AUTH0_DOMAIN_OVERRIDES: 'unknown.auth0.com=http://localhost:1' } })
  const bob = await signUp(strict, strict.anonKey)
  const shop = await makeTenant(strict.database, { owner: bob.user.id })
  const asBob = functionCall(strict, strict.anonKey, bob.access_token)
  const statuses = new Set<number>()
  for (let tries = 0; tries < 21; tries++)
    statuses.add(
      (await asBob('POST', '/test-auth0', form({ tenant_id: shop.id, domain: 'unknown.auth0.com' }))).status,
    )
  assert.deepEqual([...statuses], [422, 429])
})
