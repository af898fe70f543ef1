import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { authCall, signUp } from '#testing/test-users.ts'
import { makeTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

// Represents a builder's own application by a certified third-party client library, and its members by
// supabase-js.

const app = await testApp()
const creator = await signUp(app, app.anonKey)
const tenant = await makeTenant(app.database, { owner: creator.user.id })
const pool = { headers: { 'x-bb-pool': tenant.id } }
const operator = app.client(app.serviceKey, { global: { fetch: app.fetch, ...pool } })
const BACK = 'https://members.example/back'
const http = { [oauth.customFetch]: app.fetch, [oauth.allowInsecureRequests]: true }

const { data: registered } = await operator.auth.admin.oauth.createClient({
  client_name: 'Bakery members',
  redirect_uris: [BACK],
  scope: 'openid email profile',
})
const registration = registered!
const client: oauth.Client = { client_id: registration.client_id }
const secret = oauth.ClientSecretBasic(registration.client_secret!)
const issuer = new URL(`${app.config.publicUrl}/auth/v1`)
const server = await oauth.processDiscoveryResponse(
  issuer,
  await oauth.discoveryRequest(issuer, { ...http, algorithm: 'oidc' }),
)

async function member() {
  const session = await signUp(app, tenant.public_key)
  const own = app.client(tenant.public_key)
  await own.auth.setSession(session)
  return { own, session }
}

interface Flow {
  state: string
  verifier: string
  id: string
  nonce: string
}

/** The first half: the application sends its member to us, and we redirect to the consent page. */
async function begin(more: Record<string, string> = {}): Promise<Flow> {
  const [state, verifier, nonce] = [
    oauth.generateRandomState(),
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomNonce(),
  ]
  const url = new URL(server.authorization_endpoint!)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: BACK,
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  }).toString()
  const answer = await app.request(url.pathname + url.search, { redirect: 'manual' })
  assert.equal(answer.status, 302)
  const page = new URL(answer.headers.get('location')!)
  return { state, verifier, nonce, id: page.searchParams.get('authorization_id') ?? page.href }
}

/** The second half: the application exchanges the code of its redirect. */
async function finish(redirectUrl: string, flow: Flow, options: { verifier?: string } = {}) {
  const parameters = oauth.validateAuthResponse(server, client, new URL(redirectUrl), flow.state)
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    secret,
    parameters,
    BACK,
    options.verifier ?? flow.verifier,
    http,
  )
  return oauth.processAuthorizationCodeResponse(server, client, answer, {
    expectedNonce: flow.nonce,
    requireIdToken: true,
  })
}

async function redirectOf(
  answer: Promise<{ data: { redirect_url: string } | object | null; error: unknown }>,
) {
  const { data, error } = await answer
  assert.equal(error, null)
  assert.ok(data && 'redirect_url' in data)
  return data.redirect_url
}

/** The member's decision, or the redirect if they have consented before. */
async function answerOf(own: Awaited<ReturnType<typeof member>>['own'], id: string) {
  const result = await own.auth.oauth.getAuthorizationDetails(id)
  if (result.data && 'redirect_url' in result.data) return result
  return own.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
}

const approve = (own: Awaited<ReturnType<typeof member>>['own'], id: string) =>
  redirectOf(own.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true }))

test('a member consents once; the application learns who they are and needs no second consent', async () => {
  const { own, session } = await member()
  const flow = await begin()
  const { data: details, error } = await own.auth.oauth.getAuthorizationDetails(flow.id)
  assert.equal(error, null)
  assert.ok(details && 'client' in details)
  assert.equal(details.client.name, 'Bakery members')
  assert.equal(details.scope, 'openid email')
  assert.equal(details.user.email, session.user.email)

  const tokens = await finish(await approve(own, flow.id), flow)
  const claims = oauth.getValidatedIdTokenClaims(tokens)!
  assert.equal(claims.sub, session.user.id)
  assert.equal(claims.email, session.user.email)
  assert.equal(claims.aud, client.client_id)

  const userinfo = await oauth.processUserInfoResponse(
    server,
    client,
    session.user.id,
    await oauth.userInfoRequest(server, client, tokens.access_token, http),
  )
  assert.deepEqual(userinfo, { sub: session.user.id, email: session.user.email, email_verified: true })

  const again = await begin()
  const { data: known } = await own.auth.oauth.getAuthorizationDetails(again.id)
  assert.ok(known && 'redirect_url' in known, 'agreed before, so it redirects immediately')
  await finish(known.redirect_url, again)

  const wider = await begin({ scope: 'openid email profile' })
  const { data: more } = await own.auth.oauth.getAuthorizationDetails(wider.id)
  assert.ok(more && 'client' in more, 'the client requests more than the user agreed to')
})

test('refresh tokens rotate and work for this application only; supabase’s own refresh refuses them', async () => {
  const { own } = await member()
  const flow = await begin()
  const first = await finish(await approve(own, flow.id), flow)
  const second = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, secret, first.refresh_token!, http),
  )
  assert.notEqual(second.refresh_token, first.refresh_token)
  assert.ok(second.id_token)
  const { error } = await app
    .client(tenant.public_key)
    .auth.refreshSession({ refresh_token: second.refresh_token! })
  assert.equal(error?.code, 'refresh_token_not_found')

  const { data: other } = await operator.auth.admin.oauth.createClient({
    client_name: 'Other',
    redirect_uris: [BACK],
  })
  const stolen = await oauth.refreshTokenGrantRequest(
    server,
    { client_id: other!.client_id },
    oauth.ClientSecretBasic(other!.client_secret!),
    second.refresh_token!,
    http,
  )
  assert.equal(stolen.status, 400)
  assert.equal((await stolen.json()).error, 'invalid_grant')
})

test('a code works once, for its application, verifier and address; a second use ends the session it opened', async () => {
  const { own } = await member()
  const wrong = await begin()
  const url = await approve(own, wrong.id)
  await assert.rejects(finish(url, wrong, { verifier: oauth.generateRandomCodeVerifier() }))
  await assert.rejects(finish(url, wrong), 'one guess at the verifier')

  const flow = await begin()
  const redirect = await approve(own, flow.id)
  const tokens = await finish(redirect, flow)
  await assert.rejects(finish(redirect, flow))
  const refused = await oauth.refreshTokenGrantRequest(server, client, secret, tokens.refresh_token!, http)
  assert.equal(refused.status, 400)

  const many = await begin()
  const code = await approve(own, many.id)
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => finish(code, many)))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('a request can be denied, and only the first reader in its pool decides, once', async () => {
  const [ada, eve] = [await member(), await member()]
  const flow = await begin()
  await ada.own.auth.oauth.getAuthorizationDetails(flow.id)
  const { error: foreign } = await eve.own.auth.oauth.approveAuthorization(flow.id, {
    skipBrowserRedirect: true,
  })
  assert.equal(foreign?.code, 'oauth_authorization_not_found')
  const elsewhere = app.client(app.anonKey)
  await elsewhere.auth.setSession(creator)
  const { error: otherPool } = await elsewhere.auth.oauth.getAuthorizationDetails(flow.id)
  assert.equal(otherPool?.code, 'oauth_authorization_not_found')
  const url = new URL(
    await redirectOf(ada.own.auth.oauth.denyAuthorization(flow.id, { skipBrowserRedirect: true })),
  )
  assert.equal(url.searchParams.get('error'), 'access_denied')
  assert.equal(url.searchParams.get('state'), flow.state)
  const { error: late } = await ada.own.auth.oauth.approveAuthorization(flow.id, {
    skipBrowserRedirect: true,
  })
  assert.equal(late?.code, 'oauth_authorization_not_found')
})

test('only the user who claimed a request can release it, and then the next user on the page decides', async () => {
  const [ada, eve] = [await member(), await member()]
  const as = authCall(app, tenant.public_key)
  const flow = await begin()
  const path = `/oauth/authorizations/${flow.id}`
  await ada.own.auth.oauth.getAuthorizationDetails(flow.id)
  const foreign = await as('DELETE', path, { token: eve.session.access_token })
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'oauth_authorization_not_found'])
  assert.equal((await as('DELETE', path, { token: ada.session.access_token })).status, 204)
  const tokens = await finish(await approve(eve.own, (await seen(eve.own, flow)).id), flow)
  assert.equal(oauth.getValidatedIdTokenClaims(tokens)!.sub, eve.session.user.id)
  assert.equal((await as('DELETE', path, { token: eve.session.access_token })).status, 404, 'decided')
  assert.equal((await as('DELETE', `${path}x`, { token: eve.session.access_token })).status, 404)
})

/** Reads the request as the member, as the consent page does first. */
async function seen(own: Awaited<ReturnType<typeof member>>['own'], flow: Flow): Promise<Flow> {
  assert.equal((await own.auth.oauth.getAuthorizationDetails(flow.id)).error, null)
  return flow
}

test('[F08] without PKCE by S256, or with unknown scopes, the application gets the reason by redirect', async () => {
  const faults: [Record<string, string>, string][] = [
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'openid everything' }, 'invalid_scope'],
  ]
  for (const [more, fault] of faults) {
    const { id, state } = await begin(more)
    const url = new URL(id)
    assert.equal(url.origin + url.pathname, BACK)
    assert.equal(url.searchParams.get('error'), fault)
    assert.equal(url.searchParams.get('state'), state)
  }
})

test('[D15] codes go only to registered addresses; an unknown one gets an error page and no redirect', async () => {
  for (const redirect_uri of [
    'https://members.example/back/',
    'https://members.example/back?x=1',
    'https://members.example.evil.example/back',
    'https://evil.example/back',
    'http://members.example/back',
    'javascript:alert(1)',
    '//evil.example',
  ]) {
    const query = new URLSearchParams({ client_id: client.client_id, redirect_uri, response_type: 'code' })
    const answer = await app.request(`/auth/v1/oauth/authorize?${query}`, { redirect: 'manual' })
    assert.equal(answer.status, 400, redirect_uri)
    assert.equal(answer.headers.get('location'), null)
  }
})

test('a member lists and revokes the applications they authorized, whose tokens become invalid', async () => {
  const { own, session } = await member()
  const flow = await begin()
  const tokens = await finish(await approve(own, flow.id), flow)
  const { data: grants } = await own.auth.oauth.listGrants()
  const as = authCall(app, tenant.public_key)
  const places = await as('GET', '/sessions', { token: session.access_token })
  assert.equal(places.body.sessions.length, 1, 'the application is a grant, no device of the member’s')
  assert.deepEqual(
    grants?.map(({ client: { name }, scopes }) => ({ name, scopes })),
    [{ name: 'Bakery members', scopes: ['openid', 'email'] }],
  )
  const { error } = await own.auth.oauth.revokeGrant({ clientId: client.client_id })
  assert.equal(error, null)
  assert.deepEqual((await own.auth.oauth.listGrants()).data, [])
  const refused = await oauth.refreshTokenGrantRequest(server, client, secret, tokens.refresh_token!, http)
  assert.equal(refused.status, 400)
  assert.equal(
    (await own.auth.oauth.revokeGrant({ clientId: client.client_id })).error?.code,
    'oauth_consent_not_found',
  )
  assert.equal((await own.auth.getUser()).data.user?.id, session.user.id, 'the member’s own session lives on')
})

test('an application acts for its member but cannot change the account, and an ID token grants nothing', async () => {
  const { own } = await member()
  const flow = await begin()
  const tokens = await finish(await approve(own, flow.id), flow)
  const as = authCall(app, tenant.public_key)
  assert.equal((await as('GET', '/user', { token: tokens.access_token })).status, 200)
  for (const [method, path, body] of [
    ['PUT', '/user', { data: { role: 'admin' } }],
    ['POST', '/factors', { factor_type: 'totp' }],
    ['GET', '/user/oauth/grants', undefined],
    ['POST', '/one-time-code', { refresh_token: tokens.refresh_token }],
  ] as const) {
    const { status, body: answer } = await as(method, path, { body, token: tokens.access_token })
    assert.equal(status, 403, path)
    assert.equal(answer.code, 'insufficient_scope')
  }
  assert.equal((await as('GET', '/user', { token: tokens.id_token! })).status, 403)
})

test('[E04] an application that signs out ends its own session, not those of its member', async () => {
  const { own } = await member()
  for (const scope of ['', '?scope=global', '?scope=others']) {
    const flow = await begin()
    const tokens = await finish(await redirectOf(answerOf(own, flow.id)), flow)
    const as = authCall(app, tenant.public_key)
    assert.equal((await as('POST', `/logout${scope}`, { token: tokens.access_token })).status, 204)
    const late = await oauth.refreshTokenGrantRequest(server, client, secret, tokens.refresh_token!, http)
    assert.equal(late.status, 400)
    assert.equal((await own.auth.refreshSession()).error, null, scope)
  }
})

test('an application of a creator can call no function: a token that identifies a user cannot delete the account', async () => {
  const platform = app.client(app.serviceKey).auth.admin.oauth
  const { data: made } = await platform.createClient({
    client_name: 'Creators’ forum',
    redirect_uris: [BACK],
    token_endpoint_auth_method: 'none',
  })
  const own = app.client()
  const session = await signUp(app, app.anonKey)
  await own.auth.setSession(session)
  const flow = await begin({ client_id: made!.client_id })
  const back = new URL(await approve(own, flow.id))
  const answer = await app.request('/auth/v1/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: made!.client_id,
      code: back.searchParams.get('code')!,
      code_verifier: flow.verifier,
    }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  for (const headers of [undefined, { apikey: app.anonKey }]) {
    const deleted = await app.request('/functions/v1/delete-account', {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(deleted.status, 403)
  }
  assert.equal((await own.auth.getUser()).data.user?.id, session.user.id)
})

test('the operator registers, changes, lists and removes applications; secrets are shown once and renewed', async () => {
  const { oauth: admin } = operator.auth.admin
  const { data: made } = await admin.createClient({
    client_name: 'Phone app',
    redirect_uris: ['com.example.app:/back', 'http://127.0.0.1/back'],
    token_endpoint_auth_method: 'none',
  })
  assert.equal(made?.client_type, 'public')
  assert.equal(made?.client_secret, undefined)
  const id = made.client_id
  assert.equal((await admin.updateClient(id, { client_name: 'Tablet app' })).data?.client_name, 'Tablet app')
  assert.equal((await admin.getClient(id)).data?.client_name, 'Tablet app')
  assert.ok((await admin.listClients()).data.clients.some(({ client_id }) => client_id === id))
  assert.equal((await admin.regenerateClientSecret(id)).error?.code, 'validation_failed')
  assert.equal(
    (await admin.updateClient(id, { token_endpoint_auth_method: 'client_secret_post' })).error?.code,
    'validation_failed',
  )
  for (const redirect of [
    'javascript:alert(1)',
    'http://shop.example/back',
    'http://notlocalhost/back',
    'http://localhost.example/back',
    'https://*.example/back',
    'https://a.example/#x',
    'app:/back',
  ])
    assert.equal(
      (await admin.createClient({ client_name: 'Bad', redirect_uris: [redirect] })).error?.code,
      'validation_failed',
      redirect,
    )

  const loopback = new URLSearchParams({
    client_id: id,
    redirect_uri: 'http://127.0.0.1:49152/back',
    response_type: 'code',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  assert.equal(
    (await app.request(`/auth/v1/oauth/authorize?${loopback}`, { redirect: 'manual' })).status,
    302,
  )

  const { data: renewed } = await admin.regenerateClientSecret(registration.client_id)
  assert.ok(renewed?.client_secret)
  const old = await oauth.refreshTokenGrantRequest(server, client, secret, 'anything', http)
  assert.equal(old.status, 401)
  assert.equal((await old.json()).error, 'invalid_client')

  assert.equal((await admin.deleteClient(id)).error, null)
  assert.equal((await admin.getClient(id)).error?.code, 'oauth_client_not_found')
  const foreign = app.client(app.serviceKey)
  assert.equal(
    (await foreign.auth.admin.oauth.getClient(registration.client_id)).error?.code,
    'oauth_client_not_found',
  )
})
